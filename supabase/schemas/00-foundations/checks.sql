-- Rules for values, which checks, triggers and policies use. A function body without `as` is parsed when the function
-- is created: a caller's search_path cannot change it, and the planner can still inline it.

-- A link that no browser runs as a script or reads as another site: absolute http(s), mailto, tel, or a path of this
-- site. Not allowed: `//host`, a backslash (browsers read it as a slash), white space and control characters (browsers
-- remove some of them before they parse).
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

-- Removes control characters and the marks that show text in another order (the mail reader and the forms of the site do
-- the same), trims like JavaScript's String.trim(), makes line ends LF, and returns null for an empty value. \v is the
-- letter v in PostgreSQL 15.
create function private.clean_text(value text) returns text
  language sql immutable parallel safe
  return nullif(
    btrim(
      regexp_replace(
        replace(replace(value, e'\r\n', e'\n'), e'\r', e'\n'),
        '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g'
      ),
      e' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
        '\u2028\u2029\u202f\u205f\u3000\ufeff'
    ),
    ''
  );
grant execute on function private.clean_text(text) to anon, authenticated, service_role;

-- A name or another text on one line, also without what has no width and no meaning. Joiners and variation selectors
-- stay: they are part of the spelling. The site has the same rule (site/app/contact/clean-text.ts).
create function private.clean_line(value text) returns text
  language sql immutable parallel safe
  return private.clean_text(regexp_replace(
    regexp_replace(value, '[\u061c\u200b\u200e\u200f\u2060\ufeff]', '', 'g'),
    '[\u0009-\u000d\u0085\u2028\u2029]+', ' ', 'g'
  ));

-- The site has the same rules for email addresses (site/app/contact/), as supabase/tests/contact-rules.test.ts tests.

-- Removes characters without width (direction marks, joiners, soft hyphens), which come with copied text.
create function private.visible_text(value text) returns text
  language sql immutable parallel safe
  return regexp_replace(value, '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g');
grant execute on function private.visible_text(text) to anon, authenticated, service_role;

-- Whether a reader would see anything of the text: a name of invisible characters only is none. The site has the same
-- rule (site/app/contact/has-visible-character.ts).
create function private.has_visible_character(value text) returns boolean
  language sql immutable parallel safe
  return value ~ (
    '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f'
    '\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
  );

-- The HTML standard's rule for type=email; the domain must contain a dot and may have letters of any script.
create function private.is_email(value text) returns boolean
  language sql immutable parallel safe
  return value ~ (
    '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+'
    '@([A-Za-z0-9\u00b7-\U0010ffff]([A-Za-z0-9\u00b7-\U0010ffff-]{0,61}[A-Za-z0-9\u00b7-\U0010ffff])?[.])+'
    '[A-Za-z0-9\u00b7-\U0010ffff]([A-Za-z0-9\u00b7-\U0010ffff-]{0,61}[A-Za-z0-9\u00b7-\U0010ffff])?$'
  ) and value !~ '[\s\u1680\u2000-\u206f\u3000\ufeff]';

-- Whether mail can be sent to the value. The accessibility form also accepts a phone number.
create function private.is_mail_address(value text) returns boolean
  language sql immutable set search_path = ''
as $$ select coalesce(private.is_email(value) and char_length(value) <= 254, false) $$;

-- Whether the value is an existing date, such as "2026-12-24".
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

-- Raises the error of a table's check from a trigger. Checks run after triggers, so a trigger that reads a whole text
-- measures its bytes first: a message of 10 MB took up to 3 seconds otherwise.
create function private.raise_check_violation(relation text, "constraint" text) returns void
  language plpgsql set search_path = ''
as $$
begin
  raise check_violation using
    message = format('new row for relation "%s" violates check constraint "%s"', relation, "constraint"),
    schema = 'public', table = relation, constraint = "constraint";
end;
$$;

-- Limits the size of a column of content. A trigger and not a check, because a check (even one that is not validated)
-- rejects every update of an older row, so an oversized record could not be unpublished. Only a changed value is
-- measured.
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

-- Cleans the columns that the arguments name (`message`, or `name:line` for a text of one line); blank texts become null.
-- A text of more bytes than any length allows is refused before it is processed.
create function private.clean_texts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given constant jsonb := to_jsonb(new);
  cleaned jsonb := '{}';
  argument text;
  name text;
begin
  foreach argument in array tg_argv loop
    name := split_part(argument, ':', 1);
    if octet_length(given ->> name) > 100000 then
      perform private.raise_check_violation(tg_table_name, format('%s_%s_length', tg_table_name, name));
    end if;
    cleaned := cleaned || jsonb_build_object(name, case
      when argument like '%:line' then private.clean_line(given ->> name)
      else private.clean_text(given ->> name)
    end);
  end loop;
  return jsonb_populate_record(new, cleaned);
end;
$$;
