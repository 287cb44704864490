-- The origin of a lead: facts that the site's server sends in a signed header.

create function private.set_lead_origin(lead public.leads, form text default 'lead') returns public.leads
  language plpgsql stable set search_path = ''
as $$
begin
  lead.content_hash := private.hash_lead_content(lead);
  return private.set_form_facts(lead, private.read_form_facts(form, lead.content_hash));
end;
$$;

-- Sets the submission key, the source, the consent and the spam score. A caller has no grant to set these columns.
create function private.set_form_facts(lead public.leads, facts jsonb) returns public.leads
  language plpgsql stable set search_path = ''
as $$
declare
  address text;
  scored record;
begin
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

-- The facts in the header `x-lead-facts: base64(json).hex(hmac)`; null if it is missing, not signed by our server, or
-- signed for another form or content.
create function private.read_form_facts(form text, content text) returns jsonb
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

-- The hash of the fields and the service of a lead.
create function private.hash_lead_content(lead public.leads) returns text
  language sql immutable set search_path = ''
as $$
  select private.hash_texts(array_agg(to_jsonb(lead) ->> listed.name order by listed.place))
  from unnest(private.lead_fields() || 'service_id'::text) with ordinality as listed (name, place);
$$;

-- Hashes texts, each with its length in bytes, so that different texts have different hashes. The site's server makes
-- the same hash (hash-lead-content.server.ts).
create function private.hash_texts(texts text[]) returns text
  language sql immutable set search_path = ''
as $$
  select encode(
    sha256(convert_to(
      string_agg(coalesce(octet_length(value) || ':' || value, '-'), ',' order by place), 'UTF8'
    )),
    'hex'
  )
  from unnest(texts) with ordinality as listed (value, place);
$$;

-- Ignores values that the checks of leads would reject, and paths that contain a token; the site's server sends no
-- path of a private page.
create function private.set_lead_source(lead public.leads, given jsonb) returns public.leads
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

-- The text, cut to 100 characters, if the checks of leads allow it; otherwise null.
create function private.plain_campaign(given text) returns text
  language sql immutable parallel safe
  return case when left(given, 100) !~ '[[:cntrl:]<>@"''\\%]' then nullif(btrim(left(given, 100)), '') end;

-- Stores the consent that the site's server signed. Incomplete or oversized values are ignored.
create function private.set_lead_consent(lead public.leads, given jsonb) returns public.leads
  language plpgsql stable set search_path = ''
as $$
declare
  agreed constant text := given ->> 'text';
  version constant text := given ->> 'version';
begin
  if char_length(agreed) <= 500 and char_length(version) <= 40 then
    lead.consent_text := agreed;
    lead.consent_version := version;
    lead.consent_at := now();
  end if;
  return lead;
end;
$$;
