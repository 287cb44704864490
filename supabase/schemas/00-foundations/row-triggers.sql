-- Trigger functions that many tables use.

create function private.set_updated_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- Notifies page cache, mail worker and erasures of a changed table. For each row, because any account may send a statement that
-- changes no row, and that must not empty the cache. PostgreSQL sends equal notifications once per transaction.
create function private.notify_table_changed() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('table_changed', format('%s.%s', tg_table_schema, tg_table_name));
  return null;
end;
$$;
