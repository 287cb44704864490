-- Triggers that many tables share.

create function private.set_updated_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- The site's page cache listens for changed tables. Per row, because a statement that changes no row is no change: every
-- account may send one, also where policies show it nothing. PostgreSQL sends equal notifications once a transaction.
create function private.notify_table_changed() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('table_changed', format('%s.%s', tg_table_schema, tg_table_name));
  return null;
end;
$$;
