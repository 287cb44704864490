-- Times that cannot be booked: absences, events. The reason is for staff.
create table public.booking_blocks (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text,
  constraint booking_blocks_times check (ends_at > starts_at and ends_at <= starts_at + interval '366 days'),
  constraint booking_blocks_reason_length check (char_length(reason) <= 200)
);

create index booking_blocks_times on public.booking_blocks using gist (tstzrange(starts_at, ends_at));
create index booking_blocks_created_by on public.booking_blocks (created_by) where created_by is not null;

alter table public.booking_blocks enable row level security, force row level security;
grant delete, select, insert (ends_at, reason, starts_at) on public.booking_blocks to authenticated;

-- Agents and owners read blocked times and their reasons.
create policy "agents read" on public.booking_blocks for select to authenticated using ((select public.can_handle_leads()));
-- Agents and owners block times.
create policy "agents insert" on public.booking_blocks for insert to authenticated
  with check ((select public.can_handle_leads()));
-- Agents and owners unblock times.
create policy "agents delete" on public.booking_blocks for delete to authenticated
  using ((select public.can_handle_leads()));

create trigger receive_block before insert on public.booking_blocks
  for each row execute function private.receive_booking_block();
create trigger audit_created after insert on public.booking_blocks referencing new table as added
  for each statement execute function private.audit_rows('leads', '20');
create trigger audit_deleted after delete on public.booking_blocks referencing old table as removed
  for each statement execute function private.audit_rows('leads', '20');

-- At most 500 blocks that are not over. A block is deleted a year after its end.
create function private.receive_booking_block() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.reason) > 2000 then
    perform private.raise_check_violation('booking_blocks', 'booking_blocks_reason_length');
  end if;
  new.reason := private.clean_text(new.reason);
  perform private.lock_bookings();
  delete from public.booking_blocks where booking_blocks.ends_at < now() - interval '1 year';
  if (select count(*) from public.booking_blocks where booking_blocks.ends_at > now()) >= 500 then
    raise exception 'You''ve reached the limit of 500 blocked times.' using errcode = 'P0001', hint = 'Unblock some first.';
  end if;
  return new;
end;
$$;

alter publication supabase_realtime add table public.bookings, public.booking_blocks;
