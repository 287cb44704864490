-- Consultations in the inbox: a colleague books one for a lead, and the lead's thread says what became of each.

-- What is booked, moved and cancelled stands between the messages as a line of its own. It is a note and no message: it is
-- shown live, counts as unread, goes with the person, and neither waits nor reaches the prospect.
alter table public.lead_notes add column is_event boolean not null default false;
comment on column public.lead_notes.is_event is
  'what happened to a consultation, written by the database; the author is null where the visitor did it';

-- As before, and events are no internal notes.
create or replace function public.lead_work(ids uuid[]) returns table (
  lead_id uuid,
  waiting_since timestamptz,
  waiting_minutes integer,
  is_late boolean,
  follow_up_on date,
  is_due boolean,
  notes integer,
  is_unread boolean,
  mentions_me boolean
)
  language plpgsql stable security definer
  set search_path = '' set enable_seqscan = off set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  wanted constant uuid[] := ids[1:200];
  readers constant text[] := array(select me::text || id::text from unnest(wanted) as id);
  begun timestamptz;
begin
  if not public.can_handle_leads() then
    return;
  end if;
  select greatest(reads_begin.at, (select users.created_at from auth.users where users.id = me)) into begun
  from private.reads_begin;
  return query
  with found as materialized (
    select
      leads.id, waiting.since, waiting.target_at, follow_up.due_on, follow_up.due_at, note.total,
      coalesce(
        known.is_unread
          or greatest(leads.created_at, message.newest, note.newest) > coalesce(known.read_at, begun),
        false
      ) as is_unread,
      exists (
        select from public.lead_mentions as mention where mention.user_id = me and mention.lead_id = leads.id
      ) as mentions_me
    from public.leads
    left join public.leads_needing_reply as waiting on waiting.lead_id = leads.id and waiting.lead_id = any (wanted)
    left join public.lead_follow_ups as follow_up on follow_up.lead_id = leads.id and follow_up.lead_id = any (wanted)
    left join public.lead_reads as known
      on known.lead_id = leads.id and known.user_id::text || known.lead_id::text = any (readers)
    left join lateral (
      select max(message.created_at) as newest
      from public.lead_messages as message
      where message.lead_id = leads.id and message.author_id is distinct from me
    ) as message on true
    left join lateral (
      select (count(*) filter (where not note.is_event))::integer as total,
        max(note.created_at) filter (where note.author_id is distinct from me) as newest
      from public.lead_notes as note
      where note.lead_id = leads.id
    ) as note on true
    where leads.id = any (wanted) and leads.erased_at is null
  ),
  -- now() where none waits: an empty span
  span as materialized (
    select greatest(coalesce(min(found.since), now()), now() - interval '1 year') as oldest from found
  ),
  calendar as materialized (
    select hours.opens, hours.closes, hours.before
    from span, private.business_calendar(private.business_day(span.oldest), private.business_day(now())) as hours
  )
  select
    found.id,
    found.since,
    case when found.since is not null then floor((
      private.open_seconds(calendar.opens, calendar.closes, calendar.before, now())
        - private.open_seconds(calendar.opens, calendar.closes, calendar.before, greatest(found.since, span.oldest))
    ) / 60)::integer end,
    coalesce(found.target_at <= now(), false),
    found.due_on,
    coalesce(found.due_at <= now(), false),
    found.total,
    found.is_unread,
    found.mentions_me
  from found cross join span cross join calendar;
end;
$$;

-- As before, for what colleagues write.
drop trigger receive_note on public.lead_notes;
create trigger receive_note before insert on public.lead_notes
  for each row when (not new.is_event) execute function private.receive_note();

alter table public.bookings add column by_staff boolean not null default false;
comment on column public.bookings.by_staff is 'a colleague booked it for the lead';

-- As before, with "a.m." as everywhere.
create or replace function private.booking_time(moment timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select to_char(moment at time zone settings.zone, 'FMDay, FMMonth FMDD, YYYY "at" FMHH12:MI a.m.')
    || ' (' || settings.zone || ')'
  from private.business_settings() as settings
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
create trigger note_booked after insert on public.bookings
  for each row execute function private.note_booking_event();
create trigger note_changed after update of state, starts_at on public.bookings
  for each row when (
    new.state in ('booked', 'cancelled') and old.state = 'booked' and (new.state, new.starts_at) <> (old.state, old.starts_at)
  )
  execute function private.note_booking_event();

-- Only what a lead that was there before does not say: the rest is in the event.
create or replace function private.words_of_booking(lead public.leads, known uuid, slot timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select nullif(concat_ws(
    e'\n\n',
    nullif(concat_ws(
      e'\n',
      case when leads.name <> lead.name then 'Name: ' || lead.name end,
      case when lead.company is distinct from leads.company then 'Company: ' || lead.company end,
      case when lead.phone is distinct from leads.phone then 'Phone: ' || lead.phone end
    ), ''),
    lead.message
  ), '')
  from public.leads where leads.id = known and leads.created_at < now()
$$;

create or replace function private.note_booking(lead uuid, words text) returns void
  language sql volatile set search_path = ''
as $$
  insert into public.lead_messages (lead_id, message, sender_type) select lead, words, 'lead' where words is not null;
$$;

-- As before, and nothing to a lead without an address.
create or replace function private.queue_booking_mails(booking public.bookings, event text, tells_staff boolean) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  facts constant jsonb := jsonb_build_object(
    'booking', booking.id, 'startsAt', booking.starts_at, 'endsAt', booking.ends_at, 'version', booking.version,
    'visitorZone', booking.visitor_zone, 'byStaff', booking.by_staff, 'token', private.booking_token(booking.id)
  );
  remind_at constant timestamptz := booking.starts_at - interval '24 hours';
  lead public.leads;
begin
  select * into lead from public.leads where leads.id = booking.lead_id;
  perform private.drop_booking_mails(booking);
  if lead.email is not null then
    insert into private.outbox (kind, lead_id, details, drop_after)
    values ('booking-' || event, booking.lead_id, facts, booking.ends_at);
    if event <> 'cancelled' and remind_at > now() + interval '2 hours' then
      insert into private.outbox (kind, lead_id, details, next_try_at, drop_after)
      values ('booking-reminder', booking.lead_id, facts, remind_at, booking.starts_at);
    end if;
  end if;
  if tells_staff then
    insert into private.outbox (kind, colleague_id, lead_id, details)
    select 'booking-notice', colleague, booking.lead_id, (facts - 'token') || jsonb_build_object('event', event)
    from private.lead_notice_recipients() as colleague
    where colleague = lead.assignee_id
      or lead.assignee_id is null
      or lead.assignee_id not in (select private.lead_notice_recipients());
  end if;
end;
$$;

-- As before, and without a booking all that are free.
create or replace function public.free_slots_for(booking uuid default null) returns table (starts_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return query
    select free.starts_at
    from public.booking_settings as settings
    cross join lateral private.free_slots(
      now(), now() + make_interval(days => settings.horizon_days), free_slots_for.booking
    ) as free
    limit 2000;
end;
$$;

-- Returns the booking; a retry is the same one. The lead gets the mails of who books on the page, also where visitors
-- cannot book. A time that is settled is an answer: the lead waits no longer.
create function public.book_for_lead(lead uuid, slot timestamptz) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_lead_handler();
  perform private.lock_bookings();
  perform from public.leads where leads.id = lead and leads.erased_at is null for no key update;
  if not found then
    raise exception 'This lead is no longer there.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  select * into booking from public.bookings as known
  where known.lead_id = lead and known.starts_at = slot and known.state = 'booked';
  if booking.id is not null then
    return booking.id;
  end if;
  if not exists (select from public.free_slots_for() as free where free.starts_at = slot) then
    raise exception 'This time is not free.' using errcode = 'P0001', hint = 'Choose another one.';
  end if;
  insert into public.bookings (lead_id, starts_at, ends_at, held_until, by_staff)
  select lead, slot, slot + call.length, slot + call.length + make_interval(mins => settings.buffer_minutes), true
  from public.booking_settings as settings, (select private.consultation_length() as length) as call
  returning * into booking;
  perform private.queue_booking_mails(booking, 'booked', false);
  perform public.mark_answered(lead);
  return booking.id;
end;
$$;

-- The thread has it already (note_booking_event).
create or replace function public.cancel_consultation(token text) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.lock_bookings();
  select * into booking from private.booking_of(token);
  if booking.id is null then
    return 'unknown';
  end if;
  return case
    when private.cancel_call(booking.id, true) or booking.state = 'cancelled' then 'cancelled' else 'closed'
  end;
end;
$$;

create or replace function public.move_consultation(token text, slot timestamptz) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.lock_bookings();
  select * into booking from private.booking_of(token);
  if booking.id is null then
    return 'unknown';
  end if;
  if slot is distinct from booking.starts_at
    and not exists (select from private.offered_slots(booking.id) as offered where offered.starts_at = slot)
  then
    return case when booking.state = 'booked' and booking.starts_at > now() then 'taken' else 'closed' end;
  end if;
  return private.move_call(booking.id, slot, true);
end;
$$;

-- As before, and what a colleague books.
create or replace function private.audit_booking() returns trigger
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
create trigger audit_created after insert on public.bookings
  for each row execute function private.audit_booking();

-- Open calendars show what visitors and colleagues do.
alter publication supabase_realtime add table public.bookings, public.booking_blocks;

revoke execute on function private.note_booking_event() from public;
revoke execute on function public.book_for_lead(uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.book_for_lead(uuid, timestamptz) to authenticated;
