-- 1 × create function

set check_function_bodies = off;

-- Replaces the person's addresses and numbers in all columns of reach `words`, in rows that are not newer than `until`.
-- Each table is searched once, through its index of contact_keys if it has one. Returns the number of changed texts.
create or replace function private.erase_mentions(wanted private.contacts, until timestamptz) returns integer
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
