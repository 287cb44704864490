-- Leads of the API are counted by the address they come from, as those of the forms are: one caller who sends too many
-- is held back and refused, and nobody else. The address comes from the request's headers. Our server writes the one it
-- knows into them; hosted Supabase has it from Cloudflare; elsewhere the last proxy appends what it was called from.

-- The address of this request in the form that the site's server hashes: IPv4 whole, IPv6 by its first 64 bits. Null
-- when there is none.
create function private.request_address() returns text
  language plpgsql stable set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  named constant text := coalesce(
    headers ->> 'cf-connecting-ip',
    (regexp_match(headers ->> 'x-forwarded-for', '([^,\s]+)\s*$'))[1]
  );
  address inet;
  hex text;
begin
  if named is null then
    return null;
  end if;
  address := named::inet;
  if family(address) = 4 then
    return host(address);
  end if;
  -- Two bytes of a group each, after the four bytes that say what follows.
  hex := encode(substring(inet_send(address) from 5 for 8), 'hex');
  return (
    select string_agg(to_hex(('x' || substr(hex, place * 4 + 1, 4))::bit(16)::integer), ':' order by place)
    from generate_series(0, 3) as place
  ) || '::/64';
exception
  when others then
    return null;
end;
$$;

-- The same hash as in the signed header, so that a form and the API count together.
create function private.hash_request_address() returns text
  language sql stable set search_path = ''
as $$
  select left(
    encode(extensions.hmac(convert_to('address ' || private.request_address(), 'UTF8'), convert_to(key.value, 'UTF8'), 'sha256'), 'hex'),
    32
  )
  from public.server_keys as key
  where key.name = 'lead_header';
$$;

-- Leads and suspects of the last while, of one address or of the API without one; counts no further than `most`.
create or replace function private.count_recent_leads(address text, span interval, most integer) returns integer
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
      select 1 from public.suspected_leads
      where suspected_leads.created_at > now() - span and suspected_leads.address_hash = address
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
      select 1 from public.suspected_leads
      where address is null and suspected_leads.created_at > now() - span
        and suspected_leads.origin = 'api' and suspected_leads.address_hash is null
      limit most
    )
  ) as recent;
$$;

-- Leads of the API in ten minutes, those held back not counted: one address alone adds five at most.
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

-- Limits, in leads: held back over 5 in 10 minutes of one address, over 20 of the API without an address, and from the
-- API while 100 came from it in 10 minutes; refused over 60 a minute of one address (600 without one), the flood
-- ceiling. In local mode nothing is held back, and the ceiling is 600 a minute.
create or replace function private.weigh_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_local boolean;
  is_trusted boolean;
  facts jsonb;
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
    new.address_hash := case when facts is null then private.hash_request_address() else facts ->> 'address' end;
    select judge.points, judge.reasons into judged
    from private.judge_lead_text(new.name, new.company, new.message) as judge;
    new.score := greatest(0, judged.points + coalesce((facts ->> 'score')::integer, 1));
    new.score_reasons := judged.reasons
      || array(select jsonb_array_elements_text(coalesce(facts -> 'reasons', '["not sent by a form of ours"]')));

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
  if private.is_flood(new.address_hash, is_local) then
    raise exception 'Too many enquiries at once.'
      using errcode = 'PT429', hint = 'Wait a minute, then send it again.';
  end if;
  if is_local then
    return new;
  end if;

  begin
    most := case when new.address_hash is null then 20 else 5 end;
    is_over := private.count_recent_leads(new.address_hash, interval '10 minutes', most) >= most
      or (new.origin = 'api' and private.is_api_busy());
    if is_over then
      new.score_reasons := new.score_reasons || array['many in a short time'];
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

revoke execute on function private.request_address(), private.hash_request_address(), private.is_api_busy() from public;
