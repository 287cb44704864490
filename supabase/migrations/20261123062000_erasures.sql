-- A person is erased: their leads become tombstones, so that counts stay true, and everything else of them goes. Each
-- erasure is remembered as keyed hashes, which the server keeps outside of the database and its backups, and which are
-- applied again to a database that was restored (server/erasures).
alter table public.leads add column erased_at timestamptz;
alter table public.quarantined_leads add column erased_at timestamptz;
comment on column public.leads.erased_at is 'since then nothing in it names a person; it only counts';

create table private.erasures (
  id uuid primary key default gen_random_uuid(),
  erased_at timestamptz not null default now(),
  key text not null,
  address_hashes text[] not null,
  phone_hashes text[] not null,
  lead_ids uuid[] not null,
  is_stored boolean not null default false
);
comment on column private.erasures.key is 'which contact key the hashes are made with';
comment on column private.erasures.is_stored is 'the server keeps it outside of the database';
create index erasures_unstored on private.erasures (id) where not is_stored;
create trigger notify_changed after insert on private.erasures
  for each statement execute function private.notify_table_changed();

-- The hash of an address or a number in an erasure. It is not that of the list of those who are not to be contacted.
create function private.erasure_hash(contact text) returns text
  language sql stable set search_path = ''
as $$ select private.contact_hash('erased', contact) $$;

-- As before, and a lead that was erased waits for nobody.
create or replace function private.refresh_leads_needing_reply(ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.leads where leads.id = any (ids) order by leads.id for no key update;
  delete from public.leads_needing_reply where leads_needing_reply.lead_id = any (ids);
  insert into public.leads_needing_reply (lead_id, since)
  select leads.id, case when ours.id is null then leads.created_at else theirs.since end
  from public.leads
  left join lateral (
    select message.id, message.created_at
    from public.lead_messages as message
    where message.lead_id = leads.id and message.sender_type = 'admin'
    order by message.created_at desc, message.id desc
    limit 1
  ) as ours on true
  left join lateral (
    select min(message.created_at) as since
    from public.lead_messages as message
    where message.lead_id = leads.id and (message.created_at, message.id) > (ours.created_at, ours.id)
  ) as theirs on true
  where leads.id = any (ids)
    and leads.erased_at is null
    and leads.status in ('new', 'in_conversation')
    and (ours.id is null or theirs.since is not null);
end;
$$;

-- Nobody is behind a tombstone: no message, no customer.
create function private.refuse_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'lead_messages' then
    if not exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
      return new;
    end if;
  elsif new.stripe_customer_id is null then
    return new;
  end if;
  raise exception 'This person’s data was erased.' using errcode = 'P0001', hint = 'Refresh the list.';
end;
$$;
create trigger refuse_erased_lead before insert on public.lead_messages
  for each row execute function private.refuse_erased_lead();
create trigger refuse_erased_lead before update of stripe_customer_id on public.leads
  for each row when (old.erased_at is not null) execute function private.refuse_erased_lead();

-- What counts stays: when, which status, which service, and from where. Their threads go, and with them queued mail.
create function private.erase_leads(ids uuid[]) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  erased integer;
begin
  perform from public.leads where leads.id = any (ids) order by leads.id for update;
  update public.leads
  set name = 'Erased', email = 'erased@erased.invalid', company = null, phone = null, message = null,
    reply_count = 0, last_reply_at = null, stripe_customer_id = null, stripe_synced_at = null, assignee_id = null,
    submission_key = null, content_hash = null, source_path = null, score_reasons = '{}', address_hash = null,
    network_hash = null, landing_path = null, campaign_medium = null, campaign_name = null,
    consent_text = null, consent_version = null, consent_at = null, erased_at = now()
  where leads.id = any (ids) and leads.erased_at is null;
  get diagnostics erased = row_count;
  delete from public.lead_messages where lead_messages.lead_id = any (ids);
  delete from public.leads_needing_reply where leads_needing_reply.lead_id = any (ids);
  delete from private.pending_lead_notices where pending_lead_notices.lead_id = any (ids);
  update public.leads set reply_count = 0 where leads.id = any (ids) and leads.reply_count <> 0;
  return erased;
end;
$$;

create function private.replace_contacts(value text, pattern text) returns text
  language sql immutable set search_path = ''
  return regexp_replace(value, pattern, '[erased]', 'gi');

create function private.replace_contacts(value text[], pattern text) returns text[]
  language sql immutable set search_path = ''
  return array(select private.replace_contacts(part, pattern) from unnest(value) with ordinality as t (part, n) order by n);

-- In every text of it, and in keys; a number that is one of the contacts becomes a text.
create function private.replace_contacts(value jsonb, pattern text) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return (
        select coalesce(
          jsonb_object_agg(private.replace_contacts(key, pattern), private.replace_contacts(part, pattern)), '{}'
        )
        from jsonb_each(value) as t (key, part)
      );
    when 'array' then
      return (
        select coalesce(jsonb_agg(private.replace_contacts(part, pattern) order by n), '[]')
        from jsonb_array_elements(value) with ordinality as t (part, n)
      );
    when 'string' then
      return to_jsonb(private.replace_contacts(value #>> '{}', pattern));
    else
      return case when value #>> '{}' ~* pattern then '"[erased]"' else value end;
  end case;
end;
$$;

-- In all columns of reach `words`, of rows that were there at that time. Each table is searched once; the columns only of
-- those that name the person. Returns how many texts were changed.
create function private.erase_mentions(wanted private.contacts, until timestamptz) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  listed record;
  column_name text;
  scope text;
  is_named boolean;
  changed integer;
  total integer := 0;
  pattern constant text := private.contact_pattern(wanted);
begin
  for listed in
    select
      data.table_name,
      array_agg(data.column_name) as names,
      string_agg(format('t.%I::text', data.column_name), ', ') as columns,
      (
        select a.attname from pg_catalog.pg_attribute as a
        where a.attrelid = to_regclass(data.table_name) and not a.attisdropped
          and a.attname in ('created_at', 'inserted_at', 'saved_at', 'deleted_at', 'failed_at')
        order by a.attname limit 1
      ) as made_at
    from private.personal_data as data
    where data.reach = 'words' and has_table_privilege(to_regclass(data.table_name), 'update')
    group by data.table_name
    order by data.table_name
  loop
    scope := case when listed.made_at is null then '' else format(' and t.%I <= $2', listed.made_at) end;
    execute format('select exists (select from %s as t where concat_ws(e''\n'', %s) ~* $1%s)', listed.table_name, listed.columns, scope)
    into is_named using pattern, until;
    if is_named then
      foreach column_name in array listed.names loop
        execute format(
          'update %1$s as t set %2$I = private.replace_contacts(t.%2$I, $1) where t.%2$I::text ~* $1%3$s',
          listed.table_name, column_name, scope
        ) using pattern, until;
        get diagnostics changed = row_count;
        total := total + changed;
      end loop;
    end if;
  end loop;
  return total;
end;
$$;

-- An answer is recorded for whoever writes it, not for the erasure of its words.
drop trigger receive_feedback_response on public.accessibility_feedback;
create trigger receive_feedback_response before update of response on public.accessibility_feedback
  for each row when (current_user in ('authenticated', 'service_role'))
  execute function private.receive_feedback_response();

-- Reports count in published figures, requests are the proof that they were handled: both stay, without words. Returns the
-- number of reports.
create function private.erase_registers(wanted private.contacts, until timestamptz) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  reports integer;
begin
  update public.accessibility_feedback as report
  set message = '[erased]', page = null, name = null, reply_to = null,
    response = case when report.response is not null then '[erased]' end
  where private.is_contact(report.reply_to, wanted) and report.created_at <= until;
  get diagnostics reports = row_count;
  update public.privacy_requests as request
  set contact = '[erased]', note = null, response = case when request.response is not null then '[erased]' end
  where private.is_contact(request.contact, wanted) and request.created_at <= until;
  return reports;
end;
$$;

-- All of it is one transaction, the caller's. `known` are leads that belong to the person under another address; rows
-- that are younger than `until` stay. What is returned names nobody but `remains`, what is beyond our reach.
create function private.erase_contacts(wanted private.contacts, known uuid[], until timestamptz) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  pattern constant text := private.contact_pattern(wanted);
  lead_ids uuid[] := array(
    select leads.id from public.leads
    where leads.id = any (private.lead_ids_of(wanted) || known) and leads.created_at <= until
  );
  customers text[] := array(
    select distinct leads.stripe_customer_id from public.leads
    where leads.id = any (lead_ids) and leads.stripe_customer_id is not null
  );
  waiting_ids uuid[] := array(
    select lead.id from public.quarantined_leads as lead
    where lead.id = any (private.quarantined_ids_of(wanted) || known) and lead.created_at <= until
  );
  counts jsonb;
  email text;
begin
  counts := jsonb_build_object(
    'messages', (select count(*) from public.lead_messages where lead_id = any (lead_ids)),
    'queued', (
      select count(*) from private.outbox
      join public.lead_messages as reply on reply.id = outbox.message_id
      where reply.lead_id = any (lead_ids)
    )
  );
  counts := counts || jsonb_build_object('leads', private.erase_leads(lead_ids));
  delete from public.quarantined_leads where id = any (waiting_ids);
  counts := counts || jsonb_build_object(
    'quarantined', cardinality(waiting_ids), 'reports', private.erase_registers(wanted, until)
  );
  -- A colleague's account is theirs: an owner removes it under Team.
  with gone as (
    delete from auth.users
    where (lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones))
      and users.created_at <= until
      and not exists (select from public.staff where staff.user_id = users.id)
    returning 1
  )
  select counts || jsonb_build_object('accounts', count(*)) into counts from gone;
  delete from public.missed_paths where missed_paths.path ~* pattern;
  counts := counts || jsonb_build_object('mentions', private.erase_mentions(wanted, until));
  -- Where the log of what colleagues did is kept.
  if to_regprocedure('private.erase_from_audit_log(uuid[], text)') is not null then
    foreach email in array case when wanted.emails = '{}' then array[null] else wanted.emails end loop
      execute 'select private.erase_from_audit_log($1, $2)' using lead_ids || waiting_ids, email;
    end loop;
  end if;
  return counts || jsonb_build_object(
    'leadIds', to_jsonb(lead_ids || waiting_ids),
    'remains', jsonb_build_object(
      'customers', to_jsonb(customers),
      'team', (
        select coalesce(jsonb_agg(users.email), '[]') from auth.users
        join public.staff on staff.user_id = users.id
        where lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones)
      ),
      'published', (
        select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'published', '{}') as mention
      )
    )
  );
end;
$$;

-- For owners. Called twice it finds nothing the second time.
create function public.erase_person(contacts text[]) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted private.contacts;
  result jsonb;
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  result := private.erase_contacts(wanted, '{}', now());
  insert into private.erasures (key, address_hashes, phone_hashes, lead_ids)
  values (
    private.erasure_hash(''),
    array(select private.erasure_hash(email) from unnest(wanted.emails) as email),
    array(select private.erasure_hash(phone) from unnest(wanted.phones) as phone),
    array(select jsonb_array_elements_text(result -> 'leadIds')::uuid)
  );
  return result - 'leadIds';
end;
$$;

revoke execute on function
  private.erasure_hash(text), private.refresh_leads_needing_reply(uuid[]), private.refuse_erased_lead(),
  private.erase_leads(uuid[]), private.replace_contacts(text, text), private.replace_contacts(text[], text),
  private.replace_contacts(jsonb, text), private.erase_mentions(private.contacts, timestamptz),
  private.erase_registers(private.contacts, timestamptz),
  private.erase_contacts(private.contacts, uuid[], timestamptz)
  from public;
revoke execute on function public.erase_person(text[]) from public, anon, authenticated;
grant execute on function public.erase_person(text[]) to authenticated;

insert into private.personal_data (table_name, column_name, reach)
select 'private.erasures', column_name, 'none' from unnest(array['key', 'address_hashes', 'phone_hashes']) as column_name;
