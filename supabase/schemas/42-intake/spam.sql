-- Which leads of callers are duplicates, a flood or possible spam.

-- Whether this submission is already stored: the same key with the same content or, if the browser made no key (no
-- scripts), the same content within ten minutes. The lock serializes two that arrive at once.
create function private.is_duplicate_lead(lead public.leads) returns boolean
  language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(lead.content_hash, 0));
  return exists (
    select
    from (
      select leads.submission_key, leads.created_at, leads.origin
      from public.leads where leads.content_hash = lead.content_hash
      union all
      select quarantined_leads.submission_key, quarantined_leads.created_at, quarantined_leads.origin
      from public.quarantined_leads where quarantined_leads.content_hash = lead.content_hash
    ) as kept
    where kept.origin = 'site'
      and case
        when lead.submission_key is null then kept.created_at > now() - interval '10 minutes'
        else kept.submission_key = lead.submission_key
      end
  );
end;
$$;

-- More than 60 leads a minute from one address, 240 from an IPv6 network, 600 without an address or in local mode. If
-- the count fails, the lead is accepted.
create function private.is_flood(lead public.leads, is_local boolean) returns boolean
  language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := case when is_local or lead.address_hash is null then 600 else 60 end;
  most_of_network constant integer := case when is_local then 600 else 240 end;
begin
  return private.count_recent_leads(lead.address_hash, interval '1 minute', most) >= most
    or private.count_recent_network_leads(lead.network_hash, interval '1 minute', most_of_network) >= most_of_network;
exception
  when others then
    return false;
end;
$$;

-- More than 5 leads in ten minutes from one address, more than 20 from an IPv6 network (which many people may share) or
-- through the API without an address, and every lead through the API while it is busy.
create function private.is_too_frequent(lead public.leads) returns boolean
  language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := case when lead.address_hash is null then 20 else 5 end;
begin
  return private.count_recent_leads(lead.address_hash, interval '10 minutes', most) >= most
    or private.count_recent_network_leads(lead.network_hash, interval '10 minutes', 20) >= 20
    or (lead.origin = 'api' and private.is_api_busy());
end;
$$;

-- Points for signs of advertising. A few links give none: visitors send the address of their own site.
create function private.score_lead_text(name text, company text, message text, out points integer, out reasons text[])
  language sql immutable set search_path = ''
as $$
  select coalesce(sum(sign.points), 0)::integer, coalesce(array_agg(sign.reason), '{}')
  from (
    values
      (3, 'a link in the name', concat_ws(' ', name, company) ~* 'https?://|www\.'),
      (3, 'markup in the message', message ~* '<a\s|\[url|\[link='),
      (2, 'many links', regexp_count(message, 'https?://', 1, 'i') >= 4)
  ) as sign (points, reason, found)
  where sign.found;
$$;

-- Leads and quarantined leads of the last `span` from one address, or through the API without an address. Counts no
-- further than `most` in each.
create function private.count_recent_leads(address text, span interval, most integer) returns integer
  language sql stable set search_path = ''
as $$
  select count(*)::integer
  from (
    (
      select 1 from public.leads
      where leads.created_at > now() - span and leads.address_hash = address
      limit most
    )
    union all
    (
      select 1 from public.quarantined_leads
      where quarantined_leads.created_at > now() - span and quarantined_leads.address_hash = address
      limit most
    )
    union all
    (
      select 1 from public.leads
      where address is null and leads.created_at > now() - span
        and leads.origin = 'api' and leads.address_hash is null
      limit most
    )
    union all
    (
      select 1 from public.quarantined_leads
      where address is null and quarantined_leads.created_at > now() - span
        and quarantined_leads.origin = 'api' and quarantined_leads.address_hash is null
      limit most
    )
  ) as recent;
$$;

-- Counts like private.count_recent_leads for an IPv6 network of 48 bits, whose holder has 65,536 networks of 64 bits.
create function private.count_recent_network_leads(network text, span interval, most integer) returns integer
  language sql stable set search_path = ''
as $$
  select count(*)::integer
  from (
    (
      select 1 from public.leads
      where leads.created_at > now() - span and leads.network_hash = network
      limit most
    )
    union all
    (
      select 1 from public.quarantined_leads
      where quarantined_leads.created_at > now() - span and quarantined_leads.network_hash = network
      limit most
    )
  ) as recent;
$$;

-- Whether 100 leads came through the API in ten minutes, without quarantined ones: one address adds at most five.
create function private.is_api_busy() returns boolean
  language sql stable set search_path = ''
as $$
  select count(*) >= 100
  from (
    select 1 from public.leads
    where leads.created_at > now() - interval '10 minutes' and leads.origin = 'api'
    limit 100
  ) as recent;
$$;

-- 2001:db8:0:a0::/64 is part of 2001:db8:0::/48; null for an IPv4 address.
create function private.wider_network(address text) returns text
  language sql immutable parallel safe
  return substring(address from '^((?:[0-9a-f]{1,4}:){3})[0-9a-f]{1,4}::/64$') || ':/48';

-- The same hash as in the signed header, so that leads from forms and from the API are counted together.
create function private.hash_address(address text) returns text
  language sql stable set search_path = ''
as $$
  select left(
    encode(extensions.hmac(convert_to('address ' || address, 'UTF8'), convert_to(key.value, 'UTF8'), 'sha256'), 'hex'),
    32
  )
  from public.server_keys as key
  where key.name = 'lead_header';
$$;
