-- Deny by default: a Supabase project hands every new table, sequence and function of schema public to the API's roles.
-- Here nothing is theirs until a migration grants it, column by column.
revoke all on all tables in schema public from anon, authenticated;
revoke all on all sequences in schema public from anon, authenticated;
revoke all on all functions in schema public from public, anon, authenticated;

alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;

grant usage on schema public to anon, authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists pgcrypto with schema extensions;

-- Functions for triggers, checks and policies. The API never serves this schema.
create schema private;
revoke all on schema private from public;

-- What a value must look like. The bodies of these three are parsed when they are created, so a caller's search path
-- cannot change them, and the planner may still inline them.

-- A link that no browser can turn into a script or into another site: absolute http(s), mailto, tel, or a path of this
-- site. Never `//host`, a backslash (browsers read it as a slash), white space or a control character (browsers drop
-- some of them before they parse).
create function private.is_safe_url(url text) returns boolean
  language sql immutable parallel safe
  return char_length(url) <= 2048
    and url !~ '[\u0001-\u0020\u007f-\u00a0\u2028\u2029\\]'
    and url ~* '^(https?://[^/?#]|mailto:[^/?#]|tel:[+0-9(]|/([^/]|$))';

create function private.is_slug(slug text) returns boolean
  language sql immutable parallel safe
  return char_length(slug) <= 100 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$';

-- The browser's String.trim(), line ends as LF, null for an empty value.
create function private.clean_text(value text) returns text
  language sql immutable parallel safe
  return nullif(
    btrim(
      replace(replace(value, e'\r\n', e'\n'), e'\r', e'\n'),
      e' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
        '\u2028\u2029\u202f\u205f\u3000\ufeff'
    ),
    ''
  );

revoke execute on function private.is_safe_url(text), private.is_slug(text), private.clean_text(text) from public;
-- Checks run with the rights of the role that writes the row.
grant execute on function private.is_safe_url(text), private.is_slug(text), private.clean_text(text)
  to anon, authenticated, service_role;

create function private.set_updated_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- Checks of a table run after its triggers. Whatever reads through a text in a trigger measures its bytes first and
-- rejects it in the name of the check: a message of 10 MB cost up to 3 seconds otherwise.
create function private.reject_oversized(relation text, "constraint" text) returns void
  language plpgsql set search_path = ''
as $$
begin
  raise check_violation using
    message = format('new row for relation "%s" violates check constraint "%s"', relation, "constraint"),
    schema = 'public', table = relation, constraint = "constraint";
end;
$$;

-- What one record of content may weigh, so that no page of it can stop the server. A trigger and not a check: a check,
-- even one that is not validated, rejects every update of an older row, so that such a record could not be unpublished,
-- nor its category deleted. Only a value that changes is measured.
-- Arguments: the column, its name for users, the most characters (of each item of a list), the most items.
create function private.limit_size() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  value constant jsonb := to_jsonb(new) -> tg_argv[0];
  longest constant integer := tg_argv[2]::integer;
  is_list constant boolean := jsonb_typeof(value) = 'array';
begin
  if tg_op = 'UPDATE' and value is not distinct from to_jsonb(old) -> tg_argv[0] then
    return new;
  end if;
  if is_list and jsonb_array_length(value) > tg_argv[3]::integer then
    raise check_violation using message = format(
      '%s: at most %s, and this has %s', tg_argv[1], tg_argv[3], jsonb_array_length(value)
    );
  end if;
  if is_list and exists (
    select from jsonb_array_elements(value) as item where char_length(item #>> '{}') > longest
  ) then
    raise check_violation using message = format('%s: at most %s characters each', tg_argv[1], longest);
  end if;
  if not is_list and char_length(value #>> '{}') > longest then
    raise check_violation using message = format(
      '%s: at most %s characters, and this has %s', tg_argv[1], longest, char_length(value #>> '{}')
    );
  end if;
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

revoke execute on function
  private.set_updated_at(), private.reject_oversized(text, text), private.limit_size(), private.notify_table_changed()
  from public;
