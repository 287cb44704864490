-- What an erasure deletes.

-- For owners. Called twice it finds nothing the second time. The audit log loses the names of an account before the
-- account is gone.
create function public.erase_person(contacts text[]) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted private.contacts;
  result jsonb;
  address text;
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  foreach address in array wanted.emails loop
    if not exists (
      select from auth.users join public.staff on staff.user_id = users.id where lower(users.email) = address
    ) then
      perform private.erase_from_audit_log('{}', address);
    end if;
  end loop;
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
grant execute on function public.erase_person(text[]) to authenticated, service_role;

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

-- What counts stays: when, which status, which service, and from where. What goes is what private.personal_data lists,
-- so a new field is erased without a change here. Their threads go, and with them queued mail.
create function private.erase_leads(ids uuid[]) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  emptied constant text := (
    select string_agg(format('%I = default', column_name), ', ')
    from private.personal_data
    where table_name = 'public.leads' and reach in ('row', 'words') and column_name not in ('name', 'email')
  );
  erased integer;
begin
  perform from public.leads where leads.id = any (ids) order by leads.id for update;
  execute format(
    'update public.leads
     set name = ''Erased'', email = ''erased@erased.invalid'', %s, reply_count = 0, last_reply_at = null,
       stripe_synced_at = null, assignee_id = null, submission_key = null, consent_at = null, erased_at = now()
     where leads.id = any ($1) and leads.erased_at is null', emptied
  ) using ids;
  get diagnostics erased = row_count;
  delete from public.lead_messages where lead_messages.lead_id = any (ids);
  delete from public.leads_needing_reply where leads_needing_reply.lead_id = any (ids);
  delete from private.pending_lead_notices where pending_lead_notices.lead_id = any (ids);
  update public.leads set reply_count = 0 where leads.id = any (ids) and leads.reply_count <> 0;
  return erased;
end;
$$;

-- In all columns of reach `words`, of rows that were there at that time. Each table is searched once, through its index
-- where there is one; the columns only of those that name the person. Returns how many texts were changed.
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
  keys constant text[] := private.contact_keys(variadic wanted.emails || wanted.phones);
begin
  for listed in
    select
      data.table_name,
      array_agg(data.column_name) as names,
      string_agg(format('t.%I::text', data.column_name), ', ') as columns,
      private.contact_lookup(data.table_name) as lookup,
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
    execute format(
      'select exists (select from %s as t where %sconcat_ws(e''\n'', %s) ~* $1%s)',
      listed.table_name, listed.lookup, listed.columns, scope
    ) into is_named using pattern, until, keys;
    if is_named then
      foreach column_name in array listed.names loop
        execute format(
          'update %1$s as t set %2$I = private.replace_contacts(t.%2$I, $1) where %4$st.%2$I::text ~* $1%3$s',
          listed.table_name, column_name, scope, listed.lookup
        ) using pattern, until, keys;
        get diagnostics changed = row_count;
        total := total + changed;
      end loop;
    end if;
  end loop;
  return total;
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

-- Reports count in published figures, requests are the proof that they were handled: both stay, without words. The
-- acknowledgement of a report that still waits is dropped, and mail that waits or was dismissed goes with its sender.
-- Returns the number of reports.
create function private.erase_registers(wanted private.contacts, until timestamptz) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  report_ids constant uuid[] := array(
    select report.id from public.accessibility_feedback as report
    where private.is_contact(report.reply_to, wanted) and report.created_at <= until
  );
begin
  update public.accessibility_feedback as report
  set message = '[erased]', page = null, name = null, reply_to = null,
    response = case when report.response is not null then '[erased]' end
  where report.id = any (report_ids);
  delete from private.outbox where outbox.report_id = any (report_ids);
  -- In the thread of another lead it is a message of that lead, whose words are replaced as everywhere.
  delete from public.received_mails as mail
  where lower(mail.from_address) = any (wanted.emails) and mail.received_at <= until and mail.message_id is null;
  update public.privacy_requests as request
  set contact = '[erased]', note = null, response = case when request.response is not null then '[erased]' end
  where private.is_contact(request.contact, wanted) and request.created_at <= until;
  return cardinality(report_ids);
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
