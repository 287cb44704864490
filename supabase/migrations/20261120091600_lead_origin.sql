-- Where a lead came from, which submission it is, and which ones are held back for staff to look at. The site's
-- server says what it knows in one signed header; nobody can say it by grant. Nothing here may cost a lead: when
-- the header, its key or the keeping of a suspect fails, the lead is stored as if there were no header.

create extension if not exists pgcrypto with schema extensions;

-- Keys that the server writes at its start and the database checks signatures with.
create table public.server_keys (
  name text primary key,
  value text not null,
  updated_at timestamptz not null default now(),
  constraint server_keys_name_known check (name in ('lead_header')),
  constraint server_keys_value_length check (char_length(value) between 32 and 200)
);
create trigger server_keys_updated_at before update on public.server_keys
  for each row execute function private.set_updated_at();
alter table public.server_keys enable row level security;
alter table public.server_keys force row level security;
grant select, insert, update on public.server_keys to service_role;
revoke delete, truncate on public.server_keys from service_role;

alter table public.leads
  add column origin text,
  add column submission_key uuid,
  add column content_hash text,
  add column source_path text,
  add column score smallint not null default 0,
  add column score_reasons text[] not null default '{}',
  add column address_hash text,
  add constraint leads_origin_known check (origin in ('site', 'api')),
  add constraint leads_source_path_length check (char_length(source_path) <= 200);
comment on column public.leads.origin is 'site: a form of ours said so, signed; api: anybody; null: the server itself';
comment on column public.leads.submission_key is 'made in the browser, one a submission: same key and same content is one lead';
comment on column public.leads.content_hash is 'sha-256 of the six columns, lower case hex';
comment on column public.leads.address_hash is 'keyed hash of the visitor''s network address';

create index leads_content on public.leads (content_hash, created_at) where content_hash is not null;
create index leads_address on public.leads (address_hash, created_at) where address_hash is not null;
create index leads_from_api on public.leads (created_at) where origin = 'api';

-- A suspect holds all that a lead holds, under the same checks, so that it can become one.
create table public.suspected_leads (
  like public.leads including defaults including constraints including comments,
  primary key (id),
  foreign key (service_id) references public.services (id) on delete set null,
  foreign key (assignee_id) references auth.users (id) on delete set null
);
create index suspected_leads_newest on public.suspected_leads (created_at desc, id desc);
create index suspected_leads_service on public.suspected_leads (service_id);
create index suspected_leads_assignee on public.suspected_leads (assignee_id) where assignee_id is not null;
create index suspected_leads_content on public.suspected_leads (content_hash, created_at) where content_hash is not null;
create index suspected_leads_address on public.suspected_leads (address_hash, created_at) where address_hash is not null;
create index suspected_leads_from_api on public.suspected_leads (created_at) where origin = 'api';

alter table public.suspected_leads enable row level security;
alter table public.suspected_leads force row level security;
grant select on public.suspected_leads to authenticated;
grant select, insert, update, delete on public.suspected_leads to service_role;

-- Whoever may handle leads sees what was held back; it names people, so nobody else does.
create policy "agents read" on public.suspected_leads for select to authenticated
  using ((select public.can_handle_leads()));

-- Six columns as one text, each with its length in bytes, so that no two leads share it. The site's server
-- writes the same text (lead-content.ts).
create function private.hash_lead_content(variadic fields text[]) returns text
  language sql immutable set search_path = ''
as $$
  select encode(
    sha256(
      convert_to(
        string_agg(coalesce(octet_length(field) || ':' || field, '-'), ',' order by place),
        'UTF8'
      )
    ),
    'hex'
  )
  from unnest(fields) with ordinality as part (field, place);
$$;

-- What the site's server says of this insert, or null: no header, a forged one, one of another deployment, or one
-- that was signed for another content. `x-lead-facts: base64(json).hex(hmac)`.
create function private.read_lead_facts(content text) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  header constant text :=
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-lead-facts';
  payload constant text := split_part(header, '.', 1);
  key text;
  facts jsonb;
begin
  if header is null then
    return null;
  end if;
  select server_keys.value into key from public.server_keys where server_keys.name = 'lead_header';
  if split_part(header, '.', 2) is distinct from
    encode(extensions.hmac(convert_to(payload, 'UTF8'), convert_to(key, 'UTF8'), 'sha256'), 'hex')
  then
    return null;
  end if;
  facts := convert_from(decode(payload, 'base64'), 'UTF8')::jsonb;
  return case when facts ->> 'content' = content then facts end;
exception
  when others then
    return null;
end;
$$;

-- How much a text looks like an advertisement. Links alone are no proof: people send their own site.
create function private.judge_lead_text(name text, company text, message text, out points integer, out reasons text[])
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

-- Leads and suspects of the last while, of one address or of the api as a whole; counts no further than `most`.
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
      select 1 from public.suspected_leads
      where suspected_leads.created_at > now() - span and suspected_leads.address_hash = address
      limit most
    )
    union all
    (
      select 1 from public.leads
      where address is null and leads.created_at > now() - span and leads.origin = 'api'
      limit most
    )
    union all
    (
      select 1 from public.suspected_leads
      where address is null and suspected_leads.created_at > now() - span and suspected_leads.origin = 'api'
      limit most
    )
  ) as recent;
$$;

-- Whether this submission is here already: the same key with the same content, or, where the browser made no key
-- (no scripts), the same content within ten minutes. The lock makes two that arrive at once one after the other.
create function private.is_known_lead(content text, key uuid) returns boolean
  language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(content, 0));
  return exists (
    select
    from (
      select leads.submission_key, leads.created_at, leads.origin
      from public.leads where leads.content_hash = content
      union all
      select suspected_leads.submission_key, suspected_leads.created_at, suspected_leads.origin
      from public.suspected_leads where suspected_leads.content_hash = content
    ) as kept
    where kept.origin = 'site'
      and case
        when key is null then kept.created_at > now() - interval '10 minutes'
        else kept.submission_key = key
      end
  );
end;
$$;

-- An answer that nobody could find counts as none: a ceiling must not cost a lead.
create function private.is_flood(address text, is_local boolean) returns boolean
  language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := case when is_local or address is null then 600 else 60 end;
begin
  return private.count_recent_leads(address, interval '1 minute', most) >= most;
exception
  when others then
    return false;
end;
$$;

-- Limits, in leads: held back over 5 in 10 minutes of one address (20 of the api as a whole, which has no address
-- that could be believed); refused over 60 a minute (600 of the api), the flood ceiling. In local mode nothing is
-- held back, and the ceiling is 600 a minute.
create function private.weigh_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_local boolean;
  is_trusted boolean;
  facts jsonb;
  judged record;
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
    new.address_hash := facts ->> 'address';
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
    is_over := private.count_recent_leads(
      new.address_hash, interval '10 minutes', case when new.address_hash is null then 20 else 5 end
    ) >= case when new.address_hash is null then 20 else 5 end;
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

-- Named to run after the triggers that clean the values and look the service up.
create trigger weigh_lead before insert on public.leads
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.weigh_lead();

-- A suspect that was none: it becomes a lead, with its own id and time, and counts from now on.
create function public.restore_suspected_lead(suspect_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  held public.suspected_leads;
begin
  if not public.can_handle_leads() then
    raise exception 'Only staff who handle leads may do this.' using errcode = '42501';
  end if;
  delete from public.suspected_leads where suspected_leads.id = suspect_id returning * into held;
  if held.id is null then
    raise exception 'This enquiry is not held back any more.'
      using errcode = 'P0001', hint = 'Somebody may have restored it already. Read the list again.';
  end if;
  insert into public.leads
  select restored.* from jsonb_populate_record(null::public.leads, to_jsonb(held)) as restored;
  return held.id;
end;
$$;

revoke execute on function
  private.hash_lead_content(text[]), private.read_lead_facts(text),
  private.judge_lead_text(text, text, text), private.count_recent_leads(text, interval, integer),
  private.is_known_lead(text, uuid), private.is_flood(text, boolean), private.weigh_lead()
  from public;
revoke execute on function public.restore_suspected_lead(uuid) from public, anon, authenticated;
grant execute on function public.restore_suspected_lead(uuid) to authenticated;
