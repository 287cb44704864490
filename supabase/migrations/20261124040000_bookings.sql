-- The free consultation: calls that visitors book on /book, in the agency's business hours (20261124010000). One calendar
-- and one call at a time. Visitors reach it through the functions of 20261124040200 alone.

create table public.booking_settings (
  id boolean primary key default true check (id),
  is_open boolean,
  notice_hours smallint not null default 24,
  horizon_days smallint not null default 28,
  buffer_minutes smallint not null default 15,
  updated_at timestamptz not null default now(),
  constraint booking_settings_notice check (notice_hours between 0 and 336),
  constraint booking_settings_horizon check (horizon_days between 1 and 90),
  constraint booking_settings_buffer check (buffer_minutes between 0 and 120)
);
comment on column public.booking_settings.is_open is 'null: nobody has decided, and it is open in local mode alone';
comment on column public.booking_settings.notice_hours is 'between a booking and its call, at least';
comment on column public.booking_settings.buffer_minutes is 'kept free after each call';
insert into public.booking_settings default values;
create trigger booking_settings_updated_at before update on public.booking_settings
  for each row execute function private.set_updated_at();
create trigger notify_changed after update on public.booking_settings
  for each row execute function private.notify_table_changed();

-- Name, address and words of who booked are the lead's. The range ends with the buffer of that time: a buffer that grows
-- later moves no call.
create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  created_at timestamptz not null default now(),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  held_until timestamptz not null,
  state text not null default 'booked',
  version integer not null default 0,
  visitor_zone text,
  submission_key uuid unique,
  address_hash text,
  constraint bookings_state_known check (state in ('booked', 'cancelled', 'done', 'missed')),
  constraint bookings_times check (
    ends_at > starts_at and held_until >= ends_at and held_until <= starts_at + interval '10 hours'
  ),
  constraint bookings_visitor_zone_length check (char_length(visitor_zone) <= 60),
  constraint bookings_version_natural check (version >= 0),
  constraint bookings_apart exclude using gist (tstzrange(starts_at, held_until) with &&) where (state <> 'cancelled')
);
comment on column public.bookings.version is 'how often it was moved or cancelled: the SEQUENCE of its calendar file';
comment on column public.bookings.visitor_zone is 'time zone of the visitor''s browser; null: not known';
comment on column public.bookings.address_hash is 'keyed hash of the visitor''s network address';
create index bookings_start on public.bookings (starts_at, id);
create index bookings_lead on public.bookings (lead_id);
create index bookings_newest on public.bookings (created_at);

-- Times that nobody can book: absences, events. The reason is for staff.
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

alter table public.booking_settings enable row level security;
alter table public.booking_settings force row level security;
alter table public.bookings enable row level security;
alter table public.bookings force row level security;
alter table public.booking_blocks enable row level security;
alter table public.booking_blocks force row level security;

grant select, update (is_open, notice_hours, horizon_days, buffer_minutes) on public.booking_settings to authenticated;
grant select, update on public.booking_settings to service_role;
revoke insert, delete, truncate on public.booking_settings from service_role;
grant select on public.bookings to authenticated;
grant select, insert, update, delete on public.bookings to service_role;
grant select, insert (starts_at, ends_at, reason), delete on public.booking_blocks to authenticated;
grant select, insert, update, delete on public.booking_blocks to service_role;

-- Staff see the rules of the calendar.
create policy "staff read" on public.booking_settings for select to authenticated using ((select public.is_staff()));
-- Owners decide whether and when calls are offered.
create policy "owners update" on public.booking_settings for update to authenticated using ((select public.is_owner()));
-- As for leads. Staff change a booking by functions, which also write to the visitor.
create policy "agents read" on public.bookings for select to authenticated using ((select public.can_handle_leads()));
-- Who takes calls sees what is blocked, and why.
create policy "agents read" on public.booking_blocks for select to authenticated using ((select public.can_handle_leads()));
-- Who takes calls blocks times.
create policy "agents insert" on public.booking_blocks for insert to authenticated
  with check ((select public.can_handle_leads()));
-- Who takes calls opens them again.
create policy "agents delete" on public.booking_blocks for delete to authenticated
  using ((select public.can_handle_leads()));

-- Booking, moving and blocking a time are serialized.
create function private.lock_bookings() returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('bookings', 0)) $$;

-- Cleaned, and bounded: at most 500 that are not over; what is over for a year goes.
create function private.receive_booking_block() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.reason) > 2000 then
    perform private.reject_oversized('booking_blocks', 'booking_blocks_reason_length');
  end if;
  new.reason := private.clean_text(new.reason);
  perform private.lock_bookings();
  delete from public.booking_blocks where booking_blocks.ends_at < now() - interval '1 year';
  if (select count(*) from public.booking_blocks where booking_blocks.ends_at > now()) >= 500 then
    raise exception 'There are 500 blocked times already.' using errcode = 'P0001', hint = 'Remove some of them first.';
  end if;
  return new;
end;
$$;
create trigger receive_block before insert on public.booking_blocks
  for each row execute function private.receive_booking_block();

create function private.consultation_length() returns interval
  language sql stable security definer set search_path = ''
as $$
  select make_interval(mins => coalesce((
    select (known.facts ->> 'consultationMinutes')::integer
    from public.agency_settings as known where known.id = private.newest_agency_settings()
  ), 30));
$$;

create function public.booking_is_open() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(booking.is_open, settings.local_mode, false)
  from public.booking_settings as booking
  left join public.settings on true;
$$;

-- Free starts from `first` to `last`: each half hour from the opening on whose call ends before closing time. `besides`
-- is a booking that is about to move, whose own time is free for it.
create function private.free_slots(first timestamptz, last timestamptz, besides uuid default null)
  returns table (starts_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select slot
  from (
    select private.consultation_length() as length, make_interval(mins => buffer_minutes) as buffer
    from public.booking_settings
  ) as call
  cross join lateral private.business_hours_between(private.business_day(first), private.business_day(last)) as hours
  cross join lateral generate_series(hours.opens, hours.closes - call.length, interval '30 minutes') as slot
  where slot between first and last
    and not exists (
      select from public.bookings as booking
      where booking.state <> 'cancelled' and booking.id is distinct from besides
        and tstzrange(booking.starts_at, booking.held_until) && tstzrange(slot, slot + call.length + call.buffer)
    )
    and not exists (
      select from public.booking_blocks as block
      where tstzrange(block.starts_at, block.ends_at) && tstzrange(slot, slot + call.length)
    )
  order by slot;
$$;

-- Those that a visitor may choose now: after the notice, within the horizon.
create function private.offered_slots(besides uuid default null) returns table (starts_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select free.starts_at
  from public.booking_settings as settings
  cross join lateral private.free_slots(
    now() + make_interval(hours => settings.notice_hours), now() + make_interval(days => settings.horizon_days), besides
  ) as free
  where public.booking_is_open();
$$;

-- A person who is erased has no calls; the times are free again.
create function private.erase_bookings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.bookings where bookings.lead_id = new.id;
  return null;
end;
$$;
create trigger erase_bookings after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.erase_bookings();

insert into private.personal_data (table_name, column_name, reach)
values
  ('public.bookings', 'state', 'none'),
  ('public.bookings', 'visitor_zone', 'none'),
  ('public.bookings', 'address_hash', 'row'),
  ('public.booking_blocks', 'reason', 'words');

revoke execute on function
  private.lock_bookings(), private.receive_booking_block(), private.consultation_length(),
  private.free_slots(timestamptz, timestamptz, uuid), private.offered_slots(uuid), private.erase_bookings()
  from public;
revoke execute on function public.booking_is_open() from public;
grant execute on function public.booking_is_open() to anon, authenticated, service_role;
