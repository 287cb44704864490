-- Finding a person by email addresses and phone numbers.

create type private.contacts as (emails text[], phones text[]);

-- Normalizes what was entered: addresses in lower case, phone numbers as digits.
create function private.read_contacts(given text[]) returns private.contacts
  language plpgsql immutable set search_path = ''
as $$
declare
  found private.contacts := row(array[]::text[], array[]::text[]);
  contact text;
  address text;
begin
  if given is null or cardinality(given) not between 1 and 20 then
    raise exception 'Enter an email address or a phone number.' using errcode = '22023';
  end if;
  foreach contact in array given loop
    address := private.clean_text(private.visible_text(left(contact, 300)));
    if char_length(contact) <= 255 and address ~ '^[^@\s]+@[^@\s]+$' then
      found.emails := found.emails || lower(address);
    elsif char_length(contact) <= 40 and private.phone_without_extension(address) ~ '^[+]?[0-9\s().-]+$'
      and char_length(private.phone_digits(contact)) between 7 and 15
    then
      found.phones := found.phones || private.phone_digits(contact);
    else
      raise exception '"%" isn''t an email address or a phone number.', left(contact, 40)
        using errcode = '22023', hint = 'Enter the whole address, or the number with its area code.';
    end if;
  end loop;
  return found;
end;
$$;

-- A number as it was typed, without its extension and the zero of "+44 (0)20".
create function private.phone_without_extension(phone text) returns text
  language sql immutable parallel safe
  return regexp_replace(
    regexp_replace(
      translate(private.visible_text(normalize(phone, NFKC)), '‐‒–—―−', '------'),
      '[\s,;.(-]*(extension|extn?|poste|local|loc|x|#)[\s.:=#]*[0-9]{1,7}[\s.)]*$', '', 'i'
    ),
    '([+][0-9]{1,3}[\s.-]*)[(]0[)]', '\1'
  );
grant execute on function private.phone_without_extension(text) to anon, authenticated, service_role;

-- "+1 (416) 555-0199 ext. 12" and "416.555.0199" are one number: digits without the country code of North America.
create function private.phone_digits(phone text) returns text
  language sql immutable parallel safe
  return nullif(
    regexp_replace(regexp_replace(private.phone_without_extension(phone), '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1'), ''
  );
grant execute on function private.phone_digits(text) to anon, authenticated, service_role;

-- A regular expression for these addresses and numbers in a text, with any separators between digits.
create function private.contact_pattern(wanted private.contacts) returns text
  language sql immutable set search_path = ''
as $$
  select string_agg(part, '|')
  from (
    select '(?<![\w.+-])' || replace(regexp_replace(email, '([^[:alnum:]@])', '\\\1', 'g'), '@', '(?:@|%40)') || '(?![\w-])'
    from unnest(wanted.emails) as email
    union all
    select '(?<!\d)(?:1[\s().-]*)?' || regexp_replace(phone, '(\d)(?=\d)', '\1[\\s().-]*', 'g') || '(?!\d)'
    from unnest(wanted.phones) as phone
  ) as parts (part);
$$;

create function private.is_contact(value text, wanted private.contacts) returns boolean
  language sql immutable set search_path = ''
as $$
  select coalesce(lower(btrim(value)) = any (wanted.emails), false)
    or coalesce(value !~ '@' and private.phone_digits(value) = any (wanted.phones), false);
$$;

-- Index keys of the contacts in a text: the word before @ and the label after it; the last seven digits of a number.
-- They only find candidates; private.contact_pattern() decides.
create function private.contact_keys(variadic texts text[]) returns text[]
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  value constant text := array_to_string(texts, e'\n');
  keys text[] := '{}';
  parts text[];
  digits text;
  piece text;
begin
  if value ~ '@|%40' then
    parts := regexp_split_to_array(value, '@|%40');
    for place in 2..cardinality(parts) loop
      keys := keys || lower(
        substring(right(parts[place - 1], 64) from '\w*$') || '@' || substring(left(parts[place], 64) from '^[\w-]*')
      );
    end loop;
  end if;
  for parts in select runs.run from regexp_matches(value, '\d(?:[\s().-]*\d){6,}', 'g') as runs (run) loop
    digits := '';
    foreach piece in array regexp_split_to_array(parts[1], '[\s().-]+') loop
      digits := right(digits || piece, 7);
      if char_length(digits) = 7 then
        keys := keys || digits;
      end if;
    end loop;
  end loop;
  return array(select distinct unnest(keys));
end;
$$;
grant execute on function private.contact_keys(text[]) to anon, authenticated, service_role;

-- A condition that finds candidate rows through the table's index of contact_keys ($3: the keys); empty for a table
-- without such an index.
create function private.contact_lookup(table_name text) returns text
  language sql stable set search_path = ''
as $$
  select coalesce((
    select format('%s && $3 and ', pg_get_expr(made.indexprs, made.indrelid))
    from pg_catalog.pg_index as made
    where made.indrelid = to_regclass(table_name) and pg_get_expr(made.indexprs, made.indrelid) like 'private.contact_keys(%'
  ), '');
$$;
