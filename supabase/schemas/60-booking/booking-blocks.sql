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

grant delete, select, insert (ends_at, reason, starts_at) on public.booking_blocks to authenticated;

-- Agents and owners read blocked times and their reasons.
-- Agents and owners block times.
-- Agents and owners unblock times.
select private.add_policies('booking_blocks', 'agents', 'select insert delete');

create trigger clean_texts before insert on public.booking_blocks
  for each row execute function private.clean_texts('reason');
create trigger receive_block before insert on public.booking_blocks
  for each row execute function private.receive_booking_block();
select private.audit_table('booking_blocks', 'leads', 20);

-- At most 500 blocks that are not over. A block is deleted a year after its end.
create function private.receive_booking_block() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_bookings();
  delete from public.booking_blocks where booking_blocks.ends_at < now() - interval '1 year';
  if (select count(*) from public.booking_blocks where booking_blocks.ends_at > now()) >= 500 then
    raise exception 'You''ve reached the limit of 500 blocked times.' using errcode = 'P0001', hint = 'Unblock some first.';
  end if;
  return new;
end;
$$;

alter publication supabase_realtime add table public.bookings, public.booking_blocks;
