-- Booked calls. The name, address and message of the visitor are in the lead. `held_until` includes the buffer at the
-- time of booking, so that a longer buffer later causes no conflict.
create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  created_at timestamptz not null default now(),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  held_until timestamptz not null,
  state text not null default 'booked',
  -- Number of moves and cancellations: the SEQUENCE of its calendar file.
  version integer not null default 0,
  -- Time zone of the visitor's browser; null: not known.
  visitor_zone text,
  submission_key uuid unique,
  -- Keyed hash of the visitor's network address.
  address_hash text,
  -- A colleague booked it for the lead.
  by_staff boolean not null default false,
  constraint bookings_state_known check (state in ('booked', 'cancelled', 'done', 'missed')),
  constraint bookings_times check (
    ends_at > starts_at and held_until >= ends_at and held_until <= starts_at + interval '10 hours'
  ),
  constraint bookings_visitor_zone_length check (char_length(visitor_zone) <= 60),
  constraint bookings_version_natural check (version >= 0),
  constraint bookings_apart exclude using gist (tstzrange(starts_at, held_until) with &&) where (state <> 'cancelled')
);

create index bookings_start on public.bookings (starts_at, id);
-- Upcoming calls, and calls that are over and have no outcome.
create index bookings_undecided on public.bookings (starts_at, id) where state = 'booked';
create index bookings_lead on public.bookings (lead_id);
create index bookings_newest on public.bookings (created_at);

grant select on public.bookings to authenticated;

-- Agents and owners, as for leads. They change bookings through functions, which also mail the visitor.
select private.add_policies('bookings', 'agents', 'select');

create trigger audit_booking after update of state, starts_at on public.bookings
  for each row when (old.state <> new.state or old.starts_at <> new.starts_at)
  execute function private.audit_booking();
create trigger audit_created after insert on public.bookings
  for each row execute function private.audit_booking();
create trigger note_booked after insert on public.bookings
  for each row execute function private.note_booking_event();
create trigger note_changed after update of state, starts_at on public.bookings
  for each row when (
    new.state in ('booked', 'cancelled') and old.state = 'booked' and (new.state, new.starts_at) <> (old.state, old.starts_at)
  )
  execute function private.note_booking_event();
create trigger end_wait_on_insert after insert on public.bookings
  referencing new table as changed for each statement execute function private.update_leads_needing_reply();
create trigger end_wait_on_update after update on public.bookings
  referencing new table as changed for each statement execute function private.update_leads_needing_reply();

-- Exclusive for changes of bookings and bookings by staff. Bookings by visitors share it (lock_bookings_shared).
create function private.lock_bookings() returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('bookings', 0)) $$;

create function private.lock_bookings_shared() returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock_shared(hashtextextended('bookings', 0)) $$;

-- Serializes bookings of one person or network address, so that the limits count correctly.
create function private.lock_bookings_of(lead public.leads) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('booking by ' || lower(lead.email), 0));
  if lead.address_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended('booking from ' || lead.address_hash, 0));
  end if;
end;
$$;

create function private.note_booking_event() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_by_staff constant boolean := private.is_audited_caller();
  event constant text := case
    when tg_op = 'INSERT' then 'booked' when new.state = 'cancelled' then 'cancelled' else 'moved'
  end;
begin
  insert into public.lead_notes (lead_id, note, is_event)
  values (
    new.lead_id,
    case when is_by_staff then 'Consultation ' || event
      else 'The visitor ' || event || case event when 'booked' then ' a consultation' else ' the consultation' end end
      || case event when 'booked' then ' for ' when 'moved' then ' to ' else ': ' end
      || private.booking_time(new.starts_at),
    true
  );
  return null;
end;
$$;

create function private.audit_booking() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_caller() then
    perform private.audit(
      'leads',
      case
        when tg_op = 'INSERT' then 'created'
        when new.state = 'cancelled' then 'cancelled'
        when new.starts_at <> old.starts_at then 'moved'
        else 'changed'
      end,
      'bookings', new.id::text
    );
  end if;
  return null;
end;
$$;
