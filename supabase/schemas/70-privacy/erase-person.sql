-- What an erasure deletes, in order: the sources quarantined, leads, reports, requests, mails, accounts, missedPaths,
-- auditLog (private.person_sources; the file of each: supabase/README.md); with a lead, by its triggers "update of
-- erased_at" (40-leads/leads.sql), its rows of outbox, lead_follow_ups, lead_notes, lead_reads, bookings,
-- conversations, received_mails and its quarantined answers. Then every other mention of the person is replaced.

-- Erases a person; for owners. Idempotent. Names of a former account are erased from the audit log before all else,
-- because they are found by its email.
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

-- `known` are leads that belong to the person under another address; rows newer than `until` stay. Returns counts and,
-- in `remains`, what has to be erased by hand.
create function private.erase_contacts(wanted private.contacts, known uuid[], until timestamptz) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  source private.person_sources;
  erased private.erased_in_source;
  ids uuid[] := '{}';
  counts jsonb := '{}';
  remains jsonb := '{}';
begin
  for source in
    select * from private.person_sources where person_sources.erase is not null order by person_sources.place, person_sources.name
  loop
    execute format('select * from %s($1, $2, $3)', source.erase) into erased using wanted, known || ids, until;
    counts := counts || coalesce(erased.counts, '{}');
    remains := remains || coalesce(erased.remains, '{}');
    ids := ids || coalesce(erased.ids, '{}');
  end loop;
  counts := counts || jsonb_build_object('mentions', private.erase_mentions(wanted, until));
  return counts || jsonb_build_object(
    'leadIds', to_jsonb(ids),
    'remains', remains || jsonb_build_object('published', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'published', '{}') as mention
    ))
  );
end;
$$;

-- Replaces the person's addresses and numbers in all columns of reach `words`, in rows that are not newer than `until`.
-- Each table is searched once, through its index of contact_keys if it has one. Returns the number of changed texts.
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
      -- A name first: the audit log copies it when another column changes.
      array_agg(data.column_name order by data.column_name <> 'name', data.column_name) as names,
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

-- Replaces contacts in all strings and keys of JSON; a number that is a contact becomes the string "[erased]".
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
