-- Consent to email (CASL): what a person agreed to, in the words they saw, and who asked not to be contacted.
do $$
declare
  target text;
begin
  foreach target in array array['leads', 'quarantined_leads'] loop
    execute format($sql$
      alter table public.%I
        add column consent_text text,
        add column consent_version text,
        add column consent_at timestamptz,
        add constraint leads_consent_text_length check (char_length(consent_text) <= 500),
        add constraint leads_consent_version_length check (char_length(consent_version) <= 40),
        add constraint leads_consent_whole check (num_nulls(consent_text, consent_version, consent_at) in (0, 3))
    $sql$, target);
  end loop;
end;
$$;
comment on column public.leads.consent_text is 'what the person agreed to, word for word; null: nothing';
comment on column public.leads.consent_version is 'language and number of that text, as "en-CA.1"';
comment on column public.leads.consent_at is 'when the form with the ticked box arrived; source_path says from which page';

-- The text that the site's server signed. One that is not whole is no consent, and costs no lead.
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

-- As before, and the link of a mail is as much a key as a preview's address.
create or replace function private.set_lead_source(lead public.leads, given jsonb) returns public.leads
  language plpgsql immutable set search_path = ''
as $$
declare
  landing constant text := left(given ->> 'landing', 200);
  host constant text := lower(given ->> 'referrer');
begin
  lead.landing_path := case
    when landing ~ '^/[!-~]*$' and landing !~* '^/+(preview|unsubscribe)/' then landing
  end;
  lead.referrer_host := case when host ~ '^[a-z0-9._-]{1,253}$' then host end;
  lead.campaign_source := private.plain_campaign(given ->> 'utm_source');
  lead.campaign_medium := private.plain_campaign(given ->> 'utm_medium');
  lead.campaign_name := private.plain_campaign(given ->> 'utm_campaign');
  return lead;
end;
$$;

create or replace function private.set_lead_origin(lead public.leads) returns public.leads
  language plpgsql stable set search_path = ''
as $$
declare
  facts jsonb;
  address text;
  scored record;
begin
  lead.content_hash := private.hash_lead_content(lead);
  facts := private.read_lead_facts(lead.content_hash);
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

-- The key of the hashes below. It is never changed: links in old mails stay valid, and a copy of the list alone names
-- nobody.
create table private.contact_key (
  only_one boolean primary key default true check (only_one),
  value bytea not null default extensions.gen_random_bytes(32)
);
insert into private.contact_key default values;

-- Who asked not to be contacted: keyed hashes of addresses, so that a person who was erased stays on the list.
create table private.do_not_contact (
  address_hash text primary key check (address_hash ~ '^[0-9a-f]{32}$'),
  since timestamptz not null default now(),
  by_link boolean not null,
  set_by uuid references auth.users (id) on delete set null
);
create index do_not_contact_set_by on private.do_not_contact (set_by) where set_by is not null;

create function private.contact_hash(purpose text, content text) returns text
  language sql stable set search_path = ''
as $$
  select left(
    encode(extensions.hmac(convert_to(purpose || ' ' || content, 'UTF8'), contact_key.value, 'sha256'), 'hex'), 32
  )
  from private.contact_key;
$$;

create function private.hash_mail_address(address text) returns text
  language sql stable set search_path = ''
as $$ select private.contact_hash('address', lower(btrim(address))) $$;

create function private.is_contact_refused(address text) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from private.do_not_contact where address_hash = private.hash_mail_address(address)
  );
$$;

-- For the link in a mail: the hash of the address and a signature of it, nothing that names the person.
create function public.unsubscribe_token(address text) returns text
  language sql stable security definer set search_path = ''
as $$
  select hashed.value || private.contact_hash('unsubscribe', hashed.value)
  from (select private.hash_mail_address(address) as value) as hashed;
$$;

-- Whether the token was one of ours. Called twice it is once.
create function public.unsubscribe(token text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if token !~ '^[0-9a-f]{64}$' or right(token, 32) <> private.contact_hash('unsubscribe', left(token, 32)) then
    return false;
  end if;
  insert into private.do_not_contact (address_hash, by_link) values (left(token, 32), true)
  on conflict (address_hash) do update set by_link = true where not do_not_contact.by_link;
  return true;
end;
$$;

-- By hand, for whoever told a colleague; `refused` false takes it back.
create function public.set_do_not_contact(lead uuid, refused boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := (select leads.email from public.leads where leads.id = lead);
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
  if address is null then
    raise exception 'This lead was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  if refused then
    insert into private.do_not_contact (address_hash, by_link, set_by)
    values (private.hash_mail_address(address), false, auth.uid())
    on conflict (address_hash) do nothing;
  else
    delete from private.do_not_contact where address_hash = private.hash_mail_address(address);
  end if;
end;
$$;

-- Of these leads, those whose person asked not to be contacted.
create function public.contact_opt_outs(leads uuid[])
  returns table (lead_id uuid, since timestamptz, by_link boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    return;
  end if;
  return query
    select lead.id, opt_out.since, opt_out.by_link
    from public.leads as lead
    join private.do_not_contact as opt_out on opt_out.address_hash = private.hash_mail_address(lead.email)
    where lead.id = any (contact_opt_outs.leads[1:1000]);
end;
$$;

-- To whoever asked not to be contacted goes the answer to a request of their own, and nothing else: a lead without an
-- origin was written by us (an import), so a reply to it answers nothing. Mail to colleagues is not affected, account
-- mails wait in a queue of their own. What is neither a reply nor for a colleague has no place in the outbox.
create function private.refuse_unwanted_mail() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.colleague_id is not null then
    return new;
  end if;
  if exists (
    select
    from public.lead_messages as reply
    join public.leads on leads.id = reply.lead_id
    where reply.id = new.message_id and leads.origin is null and private.is_contact_refused(leads.email)
  ) then
    update public.lead_messages
    set delivery_state = 'failed', delivery_problem = 'Not sent: this person asked not to be contacted.'
    where lead_messages.id = new.message_id;
    return null;
  end if;
  return new;
end;
$$;
create trigger refuse_unwanted_mail before insert on private.outbox
  for each row execute function private.refuse_unwanted_mail();

-- The same for what waits already.
create function private.withdraw_unwanted_mail() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.fail_mail(outbox.id, 'Not sent: this person asked not to be contacted.')
  from private.outbox
  join public.lead_messages as reply on reply.id = outbox.message_id
  join public.leads on leads.id = reply.lead_id
  where leads.origin is null and outbox.lease is null
    and private.hash_mail_address(leads.email) = new.address_hash;
  return null;
end;
$$;
create trigger withdraw_unwanted_mail after insert on private.do_not_contact
  for each row execute function private.withdraw_unwanted_mail();

revoke execute on function
  private.set_lead_consent(public.leads, jsonb), private.contact_hash(text, text), private.hash_mail_address(text),
  private.is_contact_refused(text), private.refuse_unwanted_mail(), private.withdraw_unwanted_mail()
  from public;
revoke execute on function
  public.unsubscribe_token(text), public.unsubscribe(text), public.set_do_not_contact(uuid, boolean),
  public.contact_opt_outs(uuid[])
  from public, anon, authenticated;
grant execute on function public.unsubscribe_token(text) to service_role;
grant execute on function public.unsubscribe(text) to anon, authenticated;
grant execute on function public.set_do_not_contact(uuid, boolean), public.contact_opt_outs(uuid[]) to authenticated;
