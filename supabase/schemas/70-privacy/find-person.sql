-- How owners find, export and correct a person's data.

-- Each lookup is in the audit log, which does not contain the person.
create function public.find_person(contacts text[]) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.audit('exports', 'read', 'person');
  return private.data_of_person(contacts);
end;
$$;
grant execute on function public.find_person(text[]) to authenticated, service_role;
-- For the backend's counts of rows: the SQL that it executes cannot be read from its text.
comment on function public.find_person(text[]) is '@composed: each object and each text in it holds words of one row.';

-- All data of a person. Lists have at most 500 rows; `counts` has the totals.
create function private.data_of_person(contacts text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted private.contacts;
  source private.person_sources;
  found private.found_in_source;
  own uuid[] := '{}';
  counts jsonb := '{}';
  result jsonb := '{}';
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  for source in
    select * from private.person_sources where person_sources.find is not null order by person_sources.place, person_sources.name
  loop
    execute format('select * from %s($1, $2)', source.find) into found using wanted, own;
    result := result || jsonb_build_object(source.name, found.rows);
    counts := counts || coalesce(found.counts, '{}');
    own := own || found.ids;
  end loop;
  return result || jsonb_build_object(
    'emails', to_jsonb(wanted.emails),
    'phones', to_jsonb(wanted.phones),
    'counts', counts,
    'mentions', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'words', own) as mention
    ),
    'published', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'published', own) as mention
    )
  );
end;
$$;

-- Called before the file with a person's data is made.
create function public.record_person_export() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.audit('exports', 'exported', 'person');
end;
$$;
grant execute on function public.record_person_export() to authenticated, service_role;

-- Rows outside of `own` whose columns of this reach contain one of the contacts: for each table, their number and the
-- first 20 IDs.
create function private.find_mentions(wanted private.contacts, reach text, own uuid[])
  returns table (table_name text, total bigint, ids text[])
  language plpgsql stable set search_path = '' rows 20
as $$
#variable_conflict use_column
declare
  listed record;
  pattern constant text := private.contact_pattern(wanted);
  keys constant text[] := private.contact_keys(variadic wanted.emails || wanted.phones);
begin
  for listed in
    select
      data.table_name,
      string_agg(format('t.%I::text', data.column_name), ', ') as columns,
      (
        select a.attname from pg_catalog.pg_attribute as a
        where a.attrelid = to_regclass(data.table_name) and a.attname in ('id', 'record_id') and not a.attisdropped
        order by a.attname limit 1
      ) as key,
      exists (
        select from pg_catalog.pg_attribute as a
        where a.attrelid = to_regclass(data.table_name) and a.attname = 'lead_id' and not a.attisdropped
      ) as of_lead
    from private.personal_data as data
    where data.reach = find_mentions.reach and has_table_privilege(to_regclass(data.table_name), 'select')
    group by data.table_name
    order by data.table_name
  loop
    table_name := listed.table_name;
    execute format(
      'select count(*), (array_agg(%s))[1:20] from %s as t where %sconcat_ws(e''\n'', %s) ~* $1%s%s',
      case when listed.key is null then 'null::text' else format('t.%I::text', listed.key) end,
      listed.table_name,
      private.contact_lookup(listed.table_name),
      listed.columns,
      case when listed.key is null then '' else format(' and t.%I::text <> all ($2)', listed.key) end,
      case when listed.of_lead then ' and coalesce(t.lead_id::text, '''') <> all ($2)' else '' end
    ) into total, ids using pattern, own::text[], keys;
    if total > 0 then
      return next;
    end if;
  end loop;
end;
$$;

-- Corrects the given fields in all leads of the person, and returns the number of leads. If the person is on the
-- do-not-contact list, a new address is added to it.
create function public.correct_person(
  contacts text[], name text default null, email text default null, phone text default null, company text default null
) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted private.contacts;
  lead_ids uuid[];
  waiting_ids uuid[];
  new_email constant text := private.clean_text(correct_person.email);
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  if num_nonnulls(
    private.clean_line(correct_person.name), new_email, private.clean_line(correct_person.phone),
    private.clean_line(correct_person.company)
  ) = 0 then
    raise exception 'Enter at least one correction.'
      using errcode = '22023', hint = 'Fill in the name, email, phone or company.';
  end if;
  lead_ids := private.lead_ids_of(wanted);
  waiting_ids := private.quarantined_ids_of(wanted);
  update public.leads
  set name = coalesce(private.clean_line(correct_person.name), leads.name), email = coalesce(new_email, leads.email),
    phone = coalesce(private.clean_line(correct_person.phone), leads.phone),
    company = coalesce(private.clean_line(correct_person.company), leads.company)
  where leads.id = any (lead_ids) and leads.erased_at is null;
  update public.quarantined_leads as waiting
  set name = coalesce(private.clean_line(correct_person.name), waiting.name),
    email = coalesce(new_email, waiting.email),
    phone = coalesce(private.clean_line(correct_person.phone), waiting.phone),
    company = coalesce(private.clean_line(correct_person.company), waiting.company)
  where waiting.id = any (waiting_ids);
  if new_email is not null then
    insert into private.do_not_contact (address_hash, by_link, set_by)
    select private.hash_mail_address(new_email), opt_out.by_link, opt_out.set_by
    from private.do_not_contact as opt_out
    where opt_out.address_hash = any (array(select private.hash_mail_address(old) from unnest(wanted.emails) as old))
    limit 1
    on conflict (address_hash) do nothing;
  end if;
  return cardinality(lead_ids) + cardinality(waiting_ids);
end;
$$;
grant execute on function public.correct_person(text[], text, text, text, text) to authenticated, service_role;
