-- Quarantine: leads that may be spam, until staff restore them. The server deletes them after 24 months
-- (70-privacy/retention.sql); accounts cannot delete them. The table has the columns and checks of a visitor's lead, so
-- that a row can become a lead.
create table public.quarantined_leads (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  company text,
  phone text,
  message text,
  service_id uuid references public.services (id) on delete set null,
  service_name text,
  status text not null default 'new',
  created_at timestamptz not null default now(),
  reply_count integer not null default 0,
  last_reply_at timestamptz,
  stripe_customer_id text,
  stripe_synced_at timestamptz,
  locale text not null default 'en-CA',
  assignee_id uuid references auth.users (id) on delete set null,
  is_sample boolean not null default false,
  origin text,
  submission_key uuid,
  content_hash text,
  source_path text,
  score smallint not null default 0,
  score_reasons text[] not null default '{}',
  address_hash text,
  network_hash text,
  landing_path text,
  referrer_host text,
  campaign_source text,
  campaign_medium text,
  campaign_name text,
  consent_text text,
  consent_version text,
  consent_at timestamptz,
  erased_at timestamptz,
  handled_at timestamptz,
  constraint leads_name_length check (
    char_length(name) <= 100 and (char_length(name) >= 2 or octet_length(name) >= 4)
  ),
  constraint leads_email_format check (email ~ '^[^@\s]+@[^@\s]+$'),
  constraint leads_email_length check (char_length(email) <= 255),
  constraint leads_company_length check (char_length(company) <= 200),
  constraint leads_phone_length check (char_length(phone) <= 20),
  constraint leads_message_length check (char_length(message) <= 2000),
  constraint leads_status_length check (char_length(status) <= 50),
  constraint leads_reply_count_natural check (reply_count >= 0),
  constraint leads_stripe_customer_id_length check (char_length(stripe_customer_id) <= 255),
  constraint leads_source_path_length check (char_length(source_path) <= 200),
  constraint leads_landing_path_plain check (landing_path ~ '^/[!-~]{0,199}$'),
  constraint leads_referrer_host_plain check (referrer_host ~ '^[a-z0-9._-]{1,253}$'),
  constraint leads_campaign_source_plain
    check (char_length(campaign_source) <= 100 and campaign_source !~ '[[:cntrl:]<>@"''\\%]'),
  constraint leads_campaign_medium_plain
    check (char_length(campaign_medium) <= 100 and campaign_medium !~ '[[:cntrl:]<>@"''\\%]'),
  constraint leads_campaign_name_plain
    check (char_length(campaign_name) <= 100 and campaign_name !~ '[[:cntrl:]<>@"''\\%]'),
  constraint leads_consent_text_length check (char_length(consent_text) <= 500),
  constraint leads_consent_version_length check (char_length(consent_version) <= 40),
  constraint leads_consent_whole check (num_nulls(consent_text, consent_version, consent_at) in (0, 3)),
  constraint leads_origin_known check (origin in ('site', 'api'))
);
comment on column public.quarantined_leads.address_hash is 'keyed hash of the visitor''s network address';
comment on column public.quarantined_leads.content_hash is 'sha-256 of the fields and the service, lower case hex';
comment on column public.quarantined_leads.network_hash is
  'of a lead sent through the API: keyed hash of its IPv6 network (48 bits)';
comment on column public.quarantined_leads.origin is
  'site: a signed form of the site; api: any other caller; null: the server';
comment on column public.quarantined_leads.submission_key is
  'made in the browser for each submission: the same key and content are one lead';

create index quarantined_leads_newest on public.quarantined_leads (created_at desc, id desc);
create index quarantined_leads_service on public.quarantined_leads (service_id);
create index quarantined_leads_assignee on public.quarantined_leads (assignee_id) where assignee_id is not null;
create index quarantined_leads_content on public.quarantined_leads (content_hash, created_at)
  where content_hash is not null;
create index quarantined_leads_address on public.quarantined_leads (address_hash, created_at)
  where address_hash is not null;
create index quarantined_leads_network on public.quarantined_leads (network_hash, created_at)
  where network_hash is not null;
create index quarantined_leads_from_api on public.quarantined_leads (created_at) where origin = 'api';
create index quarantined_leads_email on public.quarantined_leads (lower(email));
create index quarantined_leads_phone on public.quarantined_leads (private.phone_digits(phone)) where phone is not null;

alter table public.quarantined_leads enable row level security, force row level security;
grant select on public.quarantined_leads to authenticated;

-- Agents and owners read the quarantine: personal data, so not every role.
create policy "agents read" on public.quarantined_leads for select to authenticated
  using ((select public.can_handle_leads()));

create trigger audit_deleted after delete on public.quarantined_leads
  referencing old table as removed for each statement execute function private.audit_deleted_leads();

create function private.quarantine_lead(lead public.leads) returns void
  language sql set search_path = ''
as $$
  insert into public.quarantined_leads
  select quarantined.* from jsonb_populate_record(null::public.quarantined_leads, to_jsonb(lead)) as quarantined;
$$;

-- Moves a quarantined lead to leads, with its ID and time; a quarantined answer becomes a message of its thread. The
-- insert comes before the delete, which is how audit_deleted_leads recognizes a restored lead.
create function public.restore_quarantined_lead(lead_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  quarantined public.quarantined_leads;
  answer private.quarantined_messages;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  perform private.require_lead_handler();
  select * into quarantined from public.quarantined_leads
  where quarantined_leads.id = restore_quarantined_lead.lead_id for update;
  if quarantined.id is null then
    raise exception 'This message is no longer in possible spam.'
      using errcode = 'P0001', detail = 'not_quarantined',
        hint = 'Someone may have restored it already. Refresh the list.';
  end if;
  select * into answer from private.quarantined_messages where quarantined_messages.id = quarantined.id;
  if answer.id is null then
    insert into public.leads
    select restored.* from jsonb_populate_record(null::public.leads, to_jsonb(quarantined)) as restored;
  else
    -- Without claims, the author is the prospect and not the caller.
    perform set_config('request.jwt.claims', '{}', true);
    insert into public.lead_messages (id, lead_id, message, sender_type, created_at)
    values (answer.id, answer.lead_id, answer.message, 'lead', answer.quarantined_at);
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  end if;
  delete from public.quarantined_leads where quarantined_leads.id = quarantined.id;
  return coalesce(answer.lead_id, quarantined.id);
end;
$$;
grant execute on function public.restore_quarantined_lead(uuid) to authenticated, service_role;

-- Finds and erases a person (70-privacy/person-sources.sql).
create function private.quarantined_ids_of(wanted private.contacts) returns uuid[]
  language sql stable set search_path = ''
as $$
  select array(
    select lead.id from public.quarantined_leads as lead where lower(lead.email) = any (wanted.emails)
    union
    select lead.id from public.quarantined_leads as lead
    where lead.phone is not null and private.phone_digits(lead.phone) = any (wanted.phones)
  );
$$;

create function private.quarantined_leads_of_person(wanted private.contacts, known uuid[])
  returns private.found_in_source
  language plpgsql stable set search_path = ''
as $$
declare
  waiting_ids constant uuid[] := private.quarantined_ids_of(wanted);
begin
  return row(
    (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(lead)) order by lead.created_at desc), '[]')
      from (
        select * from public.quarantined_leads as waiting
        where waiting.id = any (waiting_ids) order by waiting.created_at desc limit 500
      ) as lead
    ),
    waiting_ids, jsonb_build_object('quarantined', cardinality(waiting_ids))
  )::private.found_in_source;
end;
$$;

create function private.erase_quarantined_leads_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language sql volatile set search_path = ''
as $$
  with gone as (
    delete from public.quarantined_leads as lead
    where lead.id = any (private.quarantined_ids_of(wanted) || known) and lead.created_at <= until
    returning lead.id
  )
  select row(jsonb_build_object('quarantined', count(*)), coalesce(array_agg(gone.id), '{}'), null)::private.erased_in_source
  from gone;
$$;
