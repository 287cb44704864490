-- 2 × drop function, 5 × create function, 2 × revoke all

set check_function_bodies = off;

DROP FUNCTION "private"."read_lead_facts"(text);
DROP FUNCTION "private"."set_lead_origin"(public.leads);
-- As leads, suspicious bookings wait in quarantine and hold no time, and nothing but the flood limit rejects one. A
-- visitor who changes the address with each booking is held by the number of all bookings of visitors.
create or replace function private.admit_booking(lead public.leads, out lead_kept public.leads, out is_held boolean)
  language plpgsql volatile set search_path = ''
as $$
declare
  is_local constant boolean := coalesce((select settings.local_mode from public.settings), false);
begin
  lead_kept := private.set_lead_origin(private.clean_lead(lead), 'booking');
  is_held := false;
  perform private.lock_bookings_of(lead_kept);
  if is_local or public.can_handle_leads() then
    return;
  end if;
  if private.is_flood(lead_kept, false) then
    raise exception 'Too many inquiries in a short time.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  if private.is_too_frequent(lead_kept) or (
    select count(*) >= 20 from public.bookings
    where bookings.created_at > now() - interval '1 hour' and not bookings.by_staff
  ) or (
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
-- Puts it into quarantine if it is suspicious. One that cannot be held is no longer suspicious: nothing is lost.
create or replace function private.quarantine_message(token text, given text, known uuid, answer uuid, words text) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  suspect public.leads;
begin
  -- Of an answer the site's server signs the token, in place of a name, and the text.
  suspect := private.set_lead_origin(
    jsonb_populate_record(null::public.leads, jsonb_build_object('name', token, 'message', given)), 'answer'
  );
  if suspect.score < 5 or coalesce((select settings.local_mode from public.settings), false) then
    return false;
  end if;
  perform private.quarantine_lead(jsonb_populate_record(suspect, jsonb_build_object(
    'id', answer, 'created_at', now(), 'reply_count', 0, 'locale', 'en-CA', 'is_sample', false, 'status', 'new',
    'name', leads.name, 'email', leads.email, 'message', left(words, 2000), 'content_hash', null,
    'score_reasons', '["an answer in a conversation"]'::jsonb || to_jsonb(suspect.score_reasons)
  )))
  from public.leads where leads.id = known;
  insert into private.quarantined_messages (id, lead_id, message) values (answer, known, words);
  return true;
exception
  when others then
    raise warning 'an answer could not be held, and it is stored: %', sqlstate;
    return false;
end;
$$;
-- What the site's server signed for this insert, or null: no header, a forged one, one of another deployment, or one that
-- was signed for another form or content. `x-lead-facts: base64(json).hex(hmac)`.
create or replace function private.read_lead_facts(form text, content text) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  header constant text :=
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-lead-facts';
  payload constant text := split_part(header, '.', 1);
  facts jsonb;
begin
  if header is null then
    return null;
  end if;
  if split_part(header, '.', 2) not in (select private.server_signatures(payload)) then
    return null;
  end if;
  facts := convert_from(decode(payload, 'base64'), 'UTF8')::jsonb;
  return case when facts ->> 'form' = form and facts ->> 'content' = content then facts end;
exception
  when others then
    return null;
end;
$$;
-- Which submission it is, where it came from, and how much it looks like spam. What the site's server knows comes in one
-- signed header, for one kind of form; no caller can set it by grant.
create or replace function private.set_lead_origin(lead public.leads, form text default 'lead') returns public.leads
  language plpgsql stable set search_path = ''
as $$
declare
  facts jsonb;
  address text;
  scored record;
begin
  lead.content_hash := private.hash_lead_content(lead);
  facts := private.read_lead_facts(form, lead.content_hash);
  if facts is null then
    lead.origin := 'api';
    address := private.request_address();
    lead.address_hash := private.hash_address(address);
    lead.network_hash := private.hash_address(private.wider_network(address));
  else
    lead.origin := 'site';
    lead.submission_key := (facts ->> 'key')::uuid;
    lead.source_path := left(facts ->> 'path', 200);
    lead.address_hash := facts ->> 'address';
    lead := private.set_lead_source(lead, facts -> 'source');
    lead := private.set_lead_consent(lead, facts -> 'consent');
  end if;
  select score.points, score.reasons into scored
  from private.score_lead_text(lead.name, lead.company, lead.message) as score;
  lead.score := greatest(0, scored.points + coalesce((facts ->> 'score')::integer, 1));
  lead.score_reasons := scored.reasons
    || array(select jsonb_array_elements_text(coalesce(facts -> 'reasons', '["not sent through our forms"]')));
  return lead;
end;
$$;
-- No value of a source can cost a lead: what is not plain is left out, and so is a path with a token, because a token
-- grants what its page shows; the site's server names no private page.
create or replace function private.set_lead_source(lead public.leads, given jsonb) returns public.leads
  language plpgsql immutable set search_path = ''
as $$
declare
  landing constant text := left(given ->> 'landing', 200);
  host constant text := lower(given ->> 'referrer');
begin
  lead.landing_path := case
    when landing ~ '^/[!-~]*$' and landing !~* '[0-9a-f]{32}' then landing
  end;
  lead.referrer_host := case when host ~ '^[a-z0-9._-]{1,253}$' then host end;
  lead.campaign_source := private.plain_campaign(given ->> 'utm_source');
  lead.campaign_medium := private.plain_campaign(given ->> 'utm_medium');
  lead.campaign_name := private.plain_campaign(given ->> 'utm_campaign');
  return lead;
end;
$$;
REVOKE ALL ON FUNCTION "private"."read_lead_facts"(text, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."set_lead_origin"(public.leads, text) FROM PUBLIC;
