-- Search for leads by name, email and company, each field separately, in any letter case, with or without accents. A
-- lead matches when its folded text contains the folded term; the other functions only let an index find
-- candidates. `leads_search` serves terms with three letters or digits in a row. Shorter ones go through
-- `leads_search_short`, which holds the same text in hexadecimal, because a trigram index needs three characters:
--
--   the lead's text, folded, fields separated      ana q | ana@x.co |
--   in hexadecimal, separators as spaces (20)      616e612071 20 616e6140782e636f 20 20
--   the term Q, folded, in hexadecimal             71
--   the pattern: two digits and the first digit    71[1-7c-f], found as 712
--   of any next character
--
-- Two characters make four digits, which are looked up as they are. One character that is neither letter, digit nor
-- space, such as `-`, is looked up among the lead's symbols (`search_symbols`), each between two `y`: `y-y`, in
-- hexadecimal `792d79`. `@` and `.` are in every address, so they use no index.

-- "levesque" finds "Lévesque", composed or decomposed, and a straight apostrophe finds a curly one. normalize() is
-- immutable; the dictionary of the extension unaccent could change under an index.
create function private.fold_accents(value text) returns text
  language sql immutable parallel safe cost 1000
  return replace(replace(replace(
    translate(
      regexp_replace(lower(normalize(value, NFKD) collate "und-x-icu"), '[\u0300-\u036f]', '', 'g'),
      'øłđıς’‘ʼ‐–', 'oldiσ''''''--'
    ),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');
grant execute on function private.fold_accents(text) to anon, authenticated, service_role;

-- ASCII texts, as most are, skip fold_accents, which is forty times slower.
create function private.fold_text(value text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(value) = char_length(value) then lower(value collate "C")
    else private.fold_accents(value)
  end;
grant execute on function private.fold_text(text) to anon, authenticated, service_role;

-- The searched text of a lead. The separator \x1f cannot be typed, so a term never matches across two fields.
create function private.lead_search_text(name text, email text, company text) returns text
  language sql immutable parallel safe
  return private.fold_text(name || e'\x1f' || coalesce(email, '') || e'\x1f' || coalesce(company, ''));
grant execute on function private.lead_search_text(text, text, text) to anon, authenticated, service_role;

-- The symbols of a text, without @ and ., each between two y, in hexadecimal.
create function private.search_symbols(folded text) returns text
  language sql immutable parallel safe
  return encode(convert_to('y' || array_to_string(
    string_to_array(regexp_replace(folded, '[a-z0-9 @.\u001f]+', '', 'g'), null), 'y'
  ) || 'y', 'UTF8'), 'hex');
grant execute on function private.search_symbols(text) to anon, authenticated, service_role;

-- The text in hexadecimal, for terms without three letters or digits in a row ("zq", "e-", "&"). A space replaces the
-- separator, because "7" and \x1f (371f) would match the pattern of "q" (71[1-7c-f]).
create function private.lead_search_hex(name text, email text, company text) returns text
  language sql immutable parallel safe
  return encode(
    convert_to(replace(private.lead_search_text(name, email, company), e'\x1f', ' ') || ' ', 'UTF8'), 'hex'
  ) || ' ' || private.search_symbols(private.lead_search_text(name, email, company));
grant execute on function private.lead_search_hex(text, text, text) to anon, authenticated, service_role;

-- The term as a pattern that takes %, _ and \ literally; null when nothing can match it.
create function private.lead_search_pattern(term text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(term) > 5000 then null
    when char_length(private.clean_text(term)) > 255 or strpos(term, e'\x1f') > 0 then null
    else
      '%' || regexp_replace(
        private.fold_text(coalesce(private.clean_text(term), '')), '([\\%_])', '\\\1', 'g'
      ) || '%'
  end;

-- The hexadecimal form of a short term as a regular expression. Null for a term that leads_search can look up, and for
-- the two symbols of every address.
create function private.short_search_pattern(term text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(term) > 5000 then null
    when private.fold_text(private.clean_text(term)) ~ '[a-z0-9]{3}|^[@.]$' then null
    when private.fold_text(private.clean_text(term)) ~ '^[a-z0-9]$' then
      encode(convert_to(private.fold_text(private.clean_text(term)), 'UTF8'), 'hex') || '[1-7c-f]'
    when octet_length(private.fold_text(private.clean_text(term))) = 1 then
      private.search_symbols(private.fold_text(private.clean_text(term)))
    else encode(convert_to(private.fold_text(private.clean_text(term)), 'UTF8'), 'hex')
  end;
