-- What a value must look like, in one place. The bodies are parsed here and now, so a caller's search
-- path cannot change them, and the planner may still inline them.

-- A link that no browser can turn into a script or into another site by trickery: absolute http(s),
-- mailto, tel, or a path of this site. Never `//host`, a backslash (browsers read it as a slash),
-- white space or a control character (browsers drop some of them before they parse).
create function private.is_safe_url(url text) returns boolean
  language sql immutable parallel safe
  return char_length(url) <= 2048
    and url !~ '[\u0001-\u0020\u007f-\u00a0\u2028\u2029\\]'
    and url ~* '^(https?://[^/?#]|mailto:[^/?#]|tel:[+0-9(]|/([^/]|$))';

create function private.is_slug(slug text) returns boolean
  language sql immutable parallel safe
  return char_length(slug) <= 100 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$';

-- The browser's String.trim(), line ends as LF, and nothing at all for an empty value.
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

-- Checks run with the rights of whoever writes the row.
revoke execute on function private.is_safe_url(text), private.is_slug(text), private.clean_text(text) from public;
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
revoke execute on function private.set_updated_at() from public;
