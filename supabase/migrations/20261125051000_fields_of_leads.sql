-- Who books a call and a colleague who adds a lead say the fields of the form too: both functions take them as one object,
-- so that a field of private.lead_fields() reaches them by itself.

-- A lead that says what `fields` says and nothing else yet; keys that are no field are left out.
create function private.new_lead(fields jsonb) returns public.leads
  language sql volatile set search_path = ''
as $$
  select jsonb_populate_record(
    null::public.leads,
    '{"status": "new", "reply_count": 0, "locale": "en-CA", "is_sample": false, "score": 0, "score_reasons": []}'
      || jsonb_build_object('id', gen_random_uuid(), 'created_at', now(), 'handled_at', now())
      || (select jsonb_object_agg(name, fields ->> name) from unnest(private.lead_fields()) as name)
  )
$$;
revoke execute on function private.new_lead(jsonb) from public;

drop function public.add_lead(uuid, text, text, text, text, text, uuid, text, boolean, timestamptz);

-- Adds a lead. `lead` is its id, made by the caller, so that a retry is the same lead. Texts are cleaned and checked as a
-- visitor's are; there is no score and no mail to the person.
create function public.add_lead(
  lead uuid, fields jsonb, service uuid, channel text, asked_for_contact boolean, came_at timestamptz default now()
) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  added public.leads;
  most_pending constant integer := 1000;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if exists (select from public.leads where leads.id = lead and leads.created_by = auth.uid()) then
    return lead;
  end if;
  if private.clean_text(left(fields ->> 'email', 10001)) is null
    and coalesce(char_length(private.phone_digits(left(fields ->> 'phone', 10001))), 0) < 7
  then
    raise exception 'Give an email address or a phone number.' using errcode = 'P0001', detail = 'lead_unreachable';
  end if;
  if came_at is null or came_at > now() + interval '10 minutes' or came_at < now() - interval '1 year' then
    raise exception 'A lead came within the past year.' using errcode = 'P0001', detail = 'lead_time';
  end if;
  added := private.new_lead(fields);
  added.id := lead;
  added.service_id := service;
  added.origin := 'staff';
  added.channel := channel;
  added.asked_for_contact := asked_for_contact;
  added.created_by := auth.uid();
  added.created_at := least(came_at, now());
  insert into public.leads select added.*;
  perform private.audit('leads', 'created', 'leads', lead::text, details => array[channel]);
  if (select count(*) from (select from private.pending_lead_notices limit most_pending) as pending) < most_pending then
    insert into private.pending_lead_notices (lead_id, added_by) values (lead, auth.uid());
  end if;
  return lead;
end;
$$;

drop function public.book_consultation(timestamptz, text, text, text, text, text, text);

-- `outcome` is booked (with the token of its page), held (a suspicious one, for staff to read) or taken: then nothing was
-- stored, and the visitor chooses another time. The same submission twice is one booking.
create function public.book_consultation(
  slot timestamptz, fields jsonb, zone text default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  lead public.leads := private.new_lead(fields);
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

revoke execute on function
  public.add_lead(uuid, jsonb, uuid, text, boolean, timestamptz), public.book_consultation(timestamptz, jsonb, text)
  from public, anon, authenticated;
grant execute on function public.add_lead(uuid, jsonb, uuid, text, boolean, timestamptz) to authenticated;
grant execute on function public.book_consultation(timestamptz, jsonb, text) to anon, authenticated;

-- The open lead of this address of the last half year, or a new one; returns its id.
create or replace function private.lead_of_booking(lead public.leads) returns uuid
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
  lead.source_path := coalesce(lead.source_path, '/book');
  insert into public.leads select lead.*;
  return lead.id;
end;
$$;

-- Only what a lead that was there before does not say: the rest is in the event. Its address is the same.
create or replace function private.words_of_booking(lead public.leads, known uuid, slot timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select nullif(concat_ws(
    e'\n\n',
    (
      select string_agg(initcap(replace(field.name, '_', ' ')) || ': ' || (to_jsonb(lead) ->> field.name), e'\n' order by field.place)
      from unnest(private.lead_fields()) with ordinality as field (name, place)
      where field.name not in ('email', 'message')
        and to_jsonb(lead) ->> field.name is distinct from to_jsonb(leads) ->> field.name
    ),
    lead.message
  ), '')
  from public.leads where leads.id = known and leads.created_at < now()
$$;
