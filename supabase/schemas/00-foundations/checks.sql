-- What a value must look like. The bodies of the functions without `as` are parsed when they are created, so a caller's
-- search path cannot change them, and the planner may still inline them.

-- A link that no browser can turn into a script or into another site: absolute http(s), mailto, tel, or a path of this
-- site. Never `//host`, a backslash (browsers read it as a slash), white space or a control character (browsers drop
-- some of them before they parse).
create function private.is_safe_url(url text) returns boolean
  language sql immutable parallel safe
  return char_length(url) <= 2048
    and url !~ '[\u0001-\u0020\u007f-\u00a0\u2028\u2029\\]'
    and url ~* '^(https?://[^/?#]|mailto:[^/?#]|tel:[+0-9(]|/([^/]|$))';
grant execute on function private.is_safe_url(text) to anon, authenticated, service_role;

create function private.is_slug(slug text) returns boolean
  language sql immutable parallel safe
  return char_length(slug) <= 100 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$';
grant execute on function private.is_slug(text) to anon, authenticated, service_role;

-- The browser's String.trim(), line ends as LF, null for an empty value. \v is the letter v in PostgreSQL 15.
create function private.clean_text(value text) returns text
  language sql immutable parallel safe
  return nullif(
    btrim(
      replace(replace(value, e'\r\n', e'\n'), e'\r', e'\n'),
      e' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
        '\u2028\u2029\u202f\u205f\u3000\ufeff'
    ),
    ''
  );
grant execute on function private.clean_text(text) to anon, authenticated, service_role;

-- How people write email addresses and phone numbers. The site reads them by the same rules (site/app/contact/), and
-- supabase/tests/contact-rules.test.ts compares both on the same cases.

-- Without characters that have no width: marks of direction, joiners, soft hyphens. Copied text brings them along.
create function private.visible_text(value text) returns text
  language sql immutable parallel safe
  return regexp_replace(value, '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g');
grant execute on function private.visible_text(text) to anon, authenticated, service_role;

-- The HTML standard's rule for type=email, with a dot in the domain, whose letters may be of any script.
create function private.is_email(value text) returns boolean
  language sql immutable parallel safe
  return value ~ (
    '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+'
    '@([A-Za-z0-9\u00b7-\U0010ffff]([A-Za-z0-9\u00b7-\U0010ffff-]{0,61}[A-Za-z0-9\u00b7-\U0010ffff])?[.])+'
    '[A-Za-z0-9\u00b7-\U0010ffff]([A-Za-z0-9\u00b7-\U0010ffff-]{0,61}[A-Za-z0-9\u00b7-\U0010ffff])?$'
  ) and value !~ '[\s\u1680\u2000-\u206f\u3000\ufeff]';

-- One address and nothing else, to which mail can be sent: the form of a report takes a phone number too.
create function private.is_mail_address(value text) returns boolean
  language sql immutable set search_path = ''
as $$ select coalesce(private.is_email(value) and char_length(value) <= 254, false) $$;

-- "2026-12-24", and a day that exists.
create function private.is_day(value text) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return value ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' and to_char(value::date, 'YYYY-MM-DD') = value;
exception
  when datetime_field_overflow then
    return false;
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
