-- Whoever holds an IPv6 network of 48 bits holds 65,536 of 64, and five leads of each were nobody's too many: twenty such
-- addresses made the API busy, so that everybody's leads were held back. So leads of the API are counted by both.

alter table public.leads add column network_hash text;
alter table public.suspected_leads add column network_hash text;
comment on column public.leads.network_hash is 'of a lead of the API: keyed hash of the IPv6 network of 48 bits';
comment on column public.suspected_leads.network_hash is 'of a lead of the API: keyed hash of the IPv6 network of 48 bits';

create index leads_network on public.leads (network_hash, created_at) where network_hash is not null;
create index suspected_leads_network on public.suspected_leads (network_hash, created_at)
  where network_hash is not null;

-- 2001:db8:0:a0::/64 is part of 2001:db8:0::/48; null for an IPv4 address.
create function private.wider_network(address text) returns text
  language sql immutable parallel safe
  return substring(address from '^((?:[0-9a-f]{1,4}:){3})[0-9a-f]{1,4}::/64$') || ':/48';

drop function private.hash_request_address();

-- The same hash as in the signed header, so that a form and the API count together.
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

-- Leads and suspects of the last while, of one network; counts no further than `most`.
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
      select 1 from public.suspected_leads
      where suspected_leads.created_at > now() - span and suspected_leads.network_hash = network
      limit most
    )
  ) as recent;
$$;

drop function private.is_flood(text, boolean);

-- A count that fails is none: a ceiling must not cost a lead.
create function private.is_flood(address text, network text, is_local boolean) returns boolean
  language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := case when is_local or address is null then 600 else 60 end;
  most_of_network constant integer := case when is_local then 600 else 240 end;
begin
  return private.count_recent_leads(address, interval '1 minute', most) >= most
    or private.count_recent_network_leads(network, interval '1 minute', most_of_network) >= most_of_network;
exception
  when others then
    return false;
end;
$$;

-- Limits, in leads: held back over 5 in 10 minutes of one address, over 20 of one IPv6 network, over 20 of the API without
-- an address, and from the API while 100 came from it in 10 minutes; refused over 60 a minute of one address (240 of a
-- network, 600 without an address), the flood ceiling. In local mode nothing is held back, and the ceiling is 600 a
-- minute. A network is what many people may share, hence four times the limits of an address.
create or replace function private.weigh_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_local boolean;
  is_trusted boolean;
  facts jsonb;
  address text;
  judged record;
  most integer;
  is_over boolean;
begin
  begin
    new.content_hash := private.hash_lead_content(
      new.name, new.email, new.company, new.phone, new.message, new.service_id::text
    );
    facts := private.read_lead_facts(new.content_hash);
    new.origin := case when facts is null then 'api' else 'site' end;
    new.submission_key := (facts ->> 'key')::uuid;
    new.source_path := left(facts ->> 'path', 200);
    if facts is null then
      address := private.request_address();
      new.address_hash := private.hash_address(address);
      new.network_hash := private.hash_address(private.wider_network(address));
    else
      new.address_hash := facts ->> 'address';
    end if;
    select judge.points, judge.reasons into judged
    from private.judge_lead_text(new.name, new.company, new.message) as judge;
    new.score := greatest(0, judged.points + coalesce((facts ->> 'score')::integer, 1));
    new.score_reasons := judged.reasons
      || array(select jsonb_array_elements_text(coalesce(facts -> 'reasons', '["not sent through our forms"]')));

    if new.origin = 'site' and private.is_known_lead(new.content_hash, new.submission_key) then
      return null;
    end if;
    is_local := coalesce((select settings.local_mode from public.settings), false);
    is_trusted := not is_local and public.can_handle_leads();
  exception
    when others then
      raise warning 'a lead could not be weighed and is stored as it came: %', sqlstate;
      return new;
  end;

  if is_trusted then
    return new;
  end if;
  if private.is_flood(new.address_hash, new.network_hash, is_local) then
    raise exception 'Too many inquiries in a short time.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  if is_local then
    return new;
  end if;

  begin
    most := case when new.address_hash is null then 20 else 5 end;
    is_over := private.count_recent_leads(new.address_hash, interval '10 minutes', most) >= most
      or private.count_recent_network_leads(new.network_hash, interval '10 minutes', 20) >= 20
      or (new.origin = 'api' and private.is_api_busy());
    if is_over then
      new.score_reasons := new.score_reasons || array['too many messages in a short time'];
    end if;
    if not is_over and new.score < 5 then
      return new;
    end if;
    insert into public.suspected_leads
    select held.* from jsonb_populate_record(null::public.suspected_leads, to_jsonb(new)) as held;
    return null;
  exception
    -- Also what the checks refuse: the table of leads says so in its own name.
    when others then
      raise warning 'a suspect could not be held back and is stored as a lead: %', sqlstate;
      return new;
  end;
end;
$$;

revoke execute on function
  private.wider_network(text), private.hash_address(text),
  private.count_recent_network_leads(text, interval, integer), private.is_flood(text, text, boolean)
  from public;
