-- 1 × create function

set check_function_bodies = off;

-- Notifies page cache, mail worker and erasures of a changed table. For each row, because any account may send a statement that
-- changes no row, and that must not empty the cache. PostgreSQL sends equal notifications once per transaction. They arrive after
-- the response of a function call: the server that handles the call reads response.changed_tables before it responds.
create or replace function private.notify_table_changed() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  changed constant text := format('%s.%s', tg_table_schema, tg_table_name);
  known constant text[] := string_to_array(current_setting('response.changed_tables', true), ',');
begin
  perform pg_notify('table_changed', changed);
  if changed = any (known) is not true then
    perform set_config('response.changed_tables', array_to_string(known || changed, ','), true);
  end if;
  return null;
end;
$$;
