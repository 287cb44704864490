-- \v is the letter v in PostgreSQL 15: texts lost it at their beginning and end.
create or replace function private.clean_text(value text) returns text
  language sql immutable parallel safe
  return nullif(
    btrim(
      replace(replace(value, e'\r\n', e'\n'), e'\r', e'\n'),
      e' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
        '\u2028\u2029\u202f\u205f\u3000\ufeff'
    ),
    ''
  );
