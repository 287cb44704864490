-- What visitors do: book a call, and with the link of its mail move or cancel it.

-- The booking's id and a signature of it, for the link in its mails.
create function private.booking_token(booking uuid) returns text
  language sql stable set search_path = ''
as $$ select replace(booking::text, '-', '') || private.contact_hash('booking', booking::text) $$;

-- No row for a token that is not ours, and 30 days after the call.
create function private.booking_of(token text) returns setof public.bookings
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if token ~ '^[0-9a-f]{64}$'
    and right(token, 32) = private.contact_hash('booking', left(token, 32)::uuid::text)
  then
    return query
      select * from public.bookings as booking
      where booking.id = left(token, 32)::uuid and booking.ends_at > now() - interval '30 days';
  end if;
end;
$$;

-- "Tuesday, December 1, 2026 at 10:00 am (America/Toronto)", for threads.
create function private.booking_time(moment timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select to_char(moment at time zone settings.zone, 'FMDay, FMMonth FMDD, YYYY "at" FMHH12:MI am')
    || ' (' || settings.zone || ')'
  from private.business_settings() as settings
$$;

-- Mails of a booking that still wait say what is no longer so.
create function private.drop_booking_mails(booking public.bookings) returns void
  language sql volatile set search_path = ''
as $$
  delete from private.outbox
  where outbox.lead_id = booking.lead_id and outbox.details ->> 'booking' = booking.id::text
    and (outbox.lease is null or outbox.leased_until <= now());
$$;

-- To the visitor, who is reminded a day before; and to the lead's assignee, or without one to those whom new leads are
-- told. `event` is booked, moved or cancelled; what a colleague did is told to the visitor alone.
create function private.queue_booking_mails(booking public.bookings, event text, tells_staff boolean) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  facts constant jsonb := jsonb_build_object(
    'booking', booking.id, 'startsAt', booking.starts_at, 'endsAt', booking.ends_at, 'version', booking.version,
    'visitorZone', booking.visitor_zone, 'token', private.booking_token(booking.id)
  );
  remind_at constant timestamptz := booking.starts_at - interval '24 hours';
  assignee constant uuid := (
    select leads.assignee_id from public.leads
    where leads.id = booking.lead_id and leads.assignee_id in (select private.lead_notice_recipients())
  );
begin
  perform private.drop_booking_mails(booking);
  insert into private.outbox (kind, lead_id, details, drop_after)
  values ('booking-' || event, booking.lead_id, facts, booking.ends_at);
  if event <> 'cancelled' and remind_at > now() + interval '2 hours' then
    insert into private.outbox (kind, lead_id, details, next_try_at, drop_after)
    values ('booking-reminder', booking.lead_id, facts, remind_at, booking.starts_at);
  end if;
  if tells_staff then
    insert into private.outbox (kind, colleague_id, lead_id, details)
    select 'booking-notice', colleague, booking.lead_id, (facts - 'token') || jsonb_build_object('event', event)
    from private.lead_notice_recipients() as colleague
    where assignee is null or colleague = assignee;
  end if;
end;
$$;

-- The thread says what the visitor did.
create function private.note_booking(lead uuid, words text) returns void
  language sql volatile set search_path = ''
as $$
  insert into public.lead_messages (lead_id, message, sender_type) values (lead, words, 'lead');
$$;

-- The open lead of this address of the last half year, or a new one; returns its id.
create function private.lead_of_booking(lead public.leads) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  known_id uuid := (
    select known.id from public.leads as known
    where lower(known.email) = lower(lead.email) and known.erased_at is null and known.status <> 'not_interested'
      and known.created_at > now() - interval '180 days'
    order by known.created_at desc, known.id desc
    limit 1
  );
begin
  if known_id is not null then
    update public.leads
    set consent_text = lead.consent_text, consent_version = lead.consent_version, consent_at = lead.consent_at
    where leads.id = known_id and leads.consent_at is null and lead.consent_at is not null;
    return known_id;
  end if;
  insert into public.leads (
    name, email, company, phone, message, origin, submission_key, content_hash, source_path, address_hash, network_hash,
    score, score_reasons, landing_path, referrer_host, campaign_source, campaign_medium, campaign_name, consent_text,
    consent_version, consent_at
  )
  values (
    lead.name, lead.email, lead.company, lead.phone, lead.message, lead.origin, lead.submission_key, lead.content_hash,
    coalesce(lead.source_path, '/book'), lead.address_hash, lead.network_hash, lead.score, lead.score_reasons,
    lead.landing_path, lead.referrer_host, lead.campaign_source, lead.campaign_medium, lead.campaign_name,
    lead.consent_text, lead.consent_version, lead.consent_at
  )
  returning leads.id into known_id;
  return known_id;
end;
$$;

-- Who joins a lead may have written other names or words than it has.
create function private.words_of_booking(lead public.leads, known uuid, slot timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select concat_ws(
    e'\n\n',
    'Booked a consultation: ' || private.booking_time(slot),
    case when leads.created_at < now() then nullif(concat_ws(
      e'\n',
      case when leads.name <> lead.name then 'Name: ' || lead.name end,
      case when lead.company is distinct from leads.company then 'Company: ' || lead.company end,
      case when lead.phone is distinct from leads.phone then 'Phone: ' || lead.phone end
    ), '') end,
    case when leads.created_at < now() then lead.message end
  )
  from public.leads where leads.id = known
$$;

-- Like the forms' leads (private.receive_lead): suspicious ones wait in quarantine and hold no time, and nothing but the
-- flood limit rejects one.
create function private.admit_booking(lead public.leads, out lead_kept public.leads, out is_held boolean)
  language plpgsql volatile set search_path = ''
as $$
declare
  is_local constant boolean := coalesce((select settings.local_mode from public.settings), false);
begin
  lead_kept := private.set_lead_origin(private.clean_lead(lead));
  is_held := false;
  if is_local or public.can_handle_leads() then
    return;
  end if;
  if private.is_flood(lead_kept, false)
    or (select count(*) >= 60 from public.bookings where bookings.created_at > now() - interval '1 hour')
  then
    raise exception 'Too many inquiries in a short time.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  if private.is_too_frequent(lead_kept) or (
    select count(*) >= 3 from public.bookings
    where bookings.created_at > now() - interval '1 day' and bookings.state <> 'cancelled'
      and bookings.address_hash is not distinct from lead_kept.address_hash
  ) or (
    select count(*) >= 3 from public.bookings
    join public.leads on leads.id = bookings.lead_id
    where lower(leads.email) = lower(lead_kept.email) and bookings.state = 'booked' and bookings.starts_at > now()
  ) then
    lead_kept.score_reasons := lead_kept.score_reasons || array['too many messages in a short time'];
    is_held := true;
  end if;
  is_held := is_held or lead_kept.score >= 5;
end;
$$;

-- `outcome` is booked (with the token of its page), held (a suspicious one, for staff to read) or taken: then nothing was
-- stored, and the visitor chooses another time. The same submission twice is one booking.
create function public.book_consultation(
  slot timestamptz, name text, email text, company text default null, phone text default null,
  message text default null, zone text default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  lead public.leads := jsonb_populate_record(null::public.leads, jsonb_build_object(
    'id', gen_random_uuid(), 'created_at', now(), 'reply_count', 0, 'locale', 'en-CA', 'is_sample', false, 'score', 0,
    'score_reasons', '[]'::jsonb, 'name', name, 'email', email, 'company', company, 'phone', phone, 'message', message
  ));
  admitted record;
  booking public.bookings;
begin
  if not public.booking_is_open() then
    raise exception 'Consultations cannot be booked here.' using errcode = 'PT404';
  end if;
  if slot is null or octet_length(zone) > 200 then
    raise exception 'Choose a time.' using errcode = '22023';
  end if;
  select * into admitted from private.admit_booking(lead);
  lead := admitted.lead_kept;
  perform private.lock_bookings();
  select * into booking from public.bookings where bookings.submission_key = lead.submission_key;
  if booking.id is not null then
    return jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id));
  end if;
  if not exists (select from private.offered_slots() as offered where offered.starts_at = slot) then
    return '{"outcome": "taken"}';
  end if;
  if admitted.is_held then
    lead.message := left(concat_ws(e'\n\n', 'Asked for a consultation: ' || private.booking_time(slot), lead.message), 2000);
    perform private.quarantine_lead(lead);
    return '{"outcome": "held"}';
  end if;
  insert into public.bookings (
    lead_id, starts_at, ends_at, held_until, visitor_zone, submission_key, address_hash
  )
  select private.lead_of_booking(lead), slot, slot + call.length, slot + call.length + make_interval(mins => buffer_minutes),
    (select known.name from pg_catalog.pg_timezone_names as known where known.name = zone), lead.submission_key,
    lead.address_hash
  from public.booking_settings, (select private.consultation_length() as length) as call
  returning * into booking;
  perform private.note_booking(booking.lead_id, private.words_of_booking(lead, booking.lead_id, slot));
  perform private.queue_booking_mails(booking, 'booked', true);
  return jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id));
end;
$$;

-- The times that can be chosen, with a token also those beside the booking that moves.
create function public.consultation_slots(token text default null) returns table (starts_at timestamptz)
  language sql stable security definer set search_path = '' rows 200
as $$
  select offered.starts_at
  from private.offered_slots((select own.id from private.booking_of(token) as own)) as offered
  limit 2000;
$$;

-- What the page of a link shows; no row where there is no such booking. Who booked is not in it.
create function public.consultation(token text)
  returns table (starts_at timestamptz, ends_at timestamptz, state text, version integer, can_change boolean)
  language sql stable security definer set search_path = ''
as $$
  select own.starts_at, own.ends_at, own.state, own.version, own.state = 'booked' and own.starts_at > now()
  from private.booking_of(token) as own;
$$;

create function private.cancel_call(wanted uuid, tells_staff boolean) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  booking public.bookings;
begin
  update public.bookings set state = 'cancelled', version = bookings.version + 1
  where bookings.id = wanted and bookings.state = 'booked' and bookings.starts_at > now()
  returning * into booking;
  if booking.id is null then
    return false;
  end if;
  perform private.queue_booking_mails(booking, 'cancelled', tells_staff);
  return true;
end;
$$;

-- `moved`, `taken` (or never offered), or `closed`: it is over or cancelled.
create function private.move_call(wanted uuid, slot timestamptz, tells_staff boolean) returns text
  language plpgsql volatile set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where bookings.id = wanted for update;
  if booking.id is null or booking.state <> 'booked' or booking.starts_at <= now() or booking.version >= 50 then
    return 'closed';
  end if;
  if booking.starts_at = slot then
    return 'moved';
  end if;
  update public.bookings
  set starts_at = slot, ends_at = slot + call.length, version = bookings.version + 1,
    held_until = slot + call.length + make_interval(mins => settings.buffer_minutes)
  from public.booking_settings as settings, (select private.consultation_length() as length) as call
  where bookings.id = wanted
  returning bookings.* into booking;
  perform private.queue_booking_mails(booking, 'moved', tells_staff);
  return 'moved';
exception
  when exclusion_violation then
    return 'taken';
end;
$$;

-- Called twice it is once: `cancelled`, `closed` (it is over) or `unknown`.
create function public.cancel_consultation(token text) returns text
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
  if private.cancel_call(booking.id, true) then
    perform private.note_booking(booking.lead_id, 'Cancelled the consultation: ' || private.booking_time(booking.starts_at));
    return 'cancelled';
  end if;
  return case booking.state when 'cancelled' then 'cancelled' else 'closed' end;
end;
$$;

create function public.move_consultation(token text, slot timestamptz) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking public.bookings;
  outcome text;
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
  outcome := private.move_call(booking.id, slot, true);
  if outcome = 'moved' and slot <> booking.starts_at then
    perform private.note_booking(booking.lead_id, 'Moved the consultation to: ' || private.booking_time(slot));
  end if;
  return outcome;
end;
$$;

revoke execute on function
  private.booking_token(uuid), private.booking_of(text), private.booking_time(timestamptz),
  private.drop_booking_mails(public.bookings), private.queue_booking_mails(public.bookings, text, boolean),
  private.note_booking(uuid, text), private.lead_of_booking(public.leads),
  private.words_of_booking(public.leads, uuid, timestamptz), private.admit_booking(public.leads),
  private.cancel_call(uuid, boolean), private.move_call(uuid, timestamptz, boolean)
  from public;
revoke execute on function
  public.book_consultation(timestamptz, text, text, text, text, text, text), public.consultation_slots(text),
  public.consultation(text), public.cancel_consultation(text), public.move_consultation(text, timestamptz)
  from public;
grant execute on function
  public.book_consultation(timestamptz, text, text, text, text, text, text), public.consultation_slots(text),
  public.consultation(text), public.cancel_consultation(text), public.move_consultation(text, timestamptz)
  to anon, authenticated;
