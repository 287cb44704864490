-- How people write email addresses and phone numbers. The site reads them by the same rules (site/app/contact/), and
-- supabase/tests/contact-rules.test.ts compares both on the same cases.

-- Without characters that have no width: marks of direction, joiners, soft hyphens. Copied text brings them along.
create function private.visible_text(value text) returns text
  language sql immutable parallel safe
  return regexp_replace(value, '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g');

-- The HTML standard's rule for type=email, with a dot in the domain, whose letters may be of any script.
create function private.is_email(value text) returns boolean
  language sql immutable parallel safe
  return value ~ (
    '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+'
    '@([A-Za-z0-9\u00b7-\U0010ffff]([A-Za-z0-9\u00b7-\U0010ffff-]{0,61}[A-Za-z0-9\u00b7-\U0010ffff])?[.])+'
    '[A-Za-z0-9\u00b7-\U0010ffff]([A-Za-z0-9\u00b7-\U0010ffff-]{0,61}[A-Za-z0-9\u00b7-\U0010ffff])?$'
  ) and value !~ '[\s\u1680\u2000-\u206f\u3000\ufeff]';

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

-- "+1 (416) 555-0199 ext. 12" and "416.555.0199" are one number: digits without the country code of North America.
create or replace function private.phone_digits(phone text) returns text
  language sql immutable parallel safe
  return nullif(
    regexp_replace(regexp_replace(private.phone_without_extension(phone), '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1'), ''
  );

revoke execute on function
  private.visible_text(text), private.is_email(text), private.phone_without_extension(text)
  from public;
-- The indexes compute their keys with the rights of the role that writes the row.
grant execute on function private.visible_text(text), private.phone_without_extension(text)
  to anon, authenticated, service_role;

reindex index public.leads_phone;
reindex index public.quarantined_leads_phone;

-- What was typed into the search for a person, as it is compared: addresses in lower case, numbers as digits.
create or replace function private.read_contacts(given text[]) returns private.contacts
  language plpgsql immutable set search_path = ''
as $$
declare
  found private.contacts := row(array[]::text[], array[]::text[]);
  contact text;
  address text;
begin
  if given is null or cardinality(given) not between 1 and 20 then
    raise exception 'Give an email address or a phone number.' using errcode = '22023';
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
      raise exception '"%" is neither an email address nor a phone number.', left(contact, 40)
        using errcode = '22023', hint = 'Write the whole address, or the number with its area code.';
    end if;
  end loop;
  return found;
end;
$$;

-- One address and nothing else, to which mail can be sent: the form of a report takes a phone number too.
create or replace function private.is_mail_address(value text) returns boolean
  language sql immutable set search_path = ''
as $$ select coalesce(private.is_email(value) and char_length(value) <= 254, false) $$;

-- Trimmed, line ends as LF, null for an empty value (P-143); an empty status is 'new'. What is far too large is rejected
-- before anything reads through it; 10,000 bytes leave room for four bytes a character and white space that is cut off.
-- Sizes of a row and of a value are known without reading them.
create or replace function private.clean_lead(lead public.leads) returns public.leads
  language plpgsql immutable set search_path = ''
as $$
declare
  most constant integer := 10000;
  texts constant text[] := private.lead_fields() || 'status'::text;
  field text;
  size integer;
  given jsonb;
begin
  if pg_column_size(lead) > most then
    foreach field in array texts loop
      execute format('select octet_length(($1).%I)', field) into size using lead;
      if size > most then
        perform private.reject_oversized('leads', format('leads_%s_length', field));
      end if;
    end loop;
  end if;
  given := to_jsonb(lead);
  lead := jsonb_populate_record(
    lead, (select jsonb_object_agg(name, private.clean_text(given ->> name)) from unnest(texts) as name)
  );
  lead.email := private.clean_text(private.visible_text(lead.email));
  lead.status := coalesce(lead.status, 'new');
  return lead;
end;
$$;

-- The table takes what older rows and senders of mail have; what is typed into a form must be an address.
create function private.check_lead_email(email text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if not private.is_email(email) then
    perform private.reject_oversized('leads', 'leads_email_format');
  end if;
end;
$$;
revoke execute on function private.check_lead_email(text) from public;

-- As before; the address of a caller's lead is checked.
create or replace function private.receive_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_of_caller constant boolean := tg_argv[0] = 'caller';
  is_local boolean;
  is_trusted boolean;
  is_too_frequent boolean;
begin
  if is_of_caller then
    perform private.limit_leads_of_transaction();
  end if;
  new := private.clean_lead(new);
  new := private.set_service_name(new);
  if not is_of_caller then
    return new;
  end if;
  perform private.check_lead_email(new.email);

  begin
    new := private.set_lead_origin(new);
    if new.origin = 'site' and private.is_duplicate_lead(new) then
      return null;
    end if;
    is_local := coalesce((select settings.local_mode from public.settings), false);
    is_trusted := not is_local and public.can_handle_leads();
  exception
    when others then
      raise warning 'the origin of a lead could not be read, and it is stored as it came: %', sqlstate;
      return new;
  end;

  if is_trusted then
    return new;
  end if;
  if private.is_flood(new, is_local) then
    raise exception 'Too many inquiries in a short time.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  if is_local then
    return new;
  end if;

  begin
    is_too_frequent := private.is_too_frequent(new);
    if is_too_frequent then
      new.score_reasons := new.score_reasons || array['too many messages in a short time'];
    end if;
    if not is_too_frequent and new.score < 5 then
      return new;
    end if;
    perform private.quarantine_lead(new);
    return null;
  exception
    -- Also what the checks reject: the table of leads says so in its own name.
    when others then
      raise warning 'a lead could not be quarantined, and it is stored: %', sqlstate;
      return new;
  end;
end;
$$;

-- A lead that contains what `fields` contains, cleaned and with a checked address; keys that are no field are left out.
create or replace function private.new_lead(fields jsonb) returns public.leads
  language plpgsql volatile set search_path = ''
as $$
declare
  lead public.leads := jsonb_populate_record(
    null::public.leads,
    '{"status": "new", "reply_count": 0, "locale": "en-CA", "is_sample": false, "score": 0, "score_reasons": []}'
      || jsonb_build_object('id', gen_random_uuid(), 'created_at', now(), 'handled_at', now())
      || (select jsonb_object_agg(name, fields ->> name) from unnest(private.lead_fields()) as name)
  );
begin
  lead := private.clean_lead(lead);
  perform private.check_lead_email(lead.email);
  return lead;
end;
$$;

-- As before; the address is checked.
create or replace function public.add_lead_email(lead uuid, email text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if private.clean_text(left(add_lead_email.email, 10001)) is null then
    raise exception 'Give an email address.' using errcode = 'P0001', detail = 'lead_unreachable';
  end if;
  perform private.check_lead_email(private.clean_text(private.visible_text(add_lead_email.email)));
  update public.leads set email = add_lead_email.email
  where leads.id = lead and leads.email is null and leads.erased_at is null;
  if not found then
    raise exception 'This lead was deleted, or has an email address by now.'
      using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform private.audit('leads', 'changed', 'leads', lead::text, details => array['email']);
end;
$$;

-- As before; addresses by private.is_email().
create or replace function private.check_agency_values(part text, given jsonb) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  picture constant text :=
    '^(https?://[a-z0-9.:-]+)?/storage/v1/object/public/pictures/[0-9a-f-]{36}/[0-9]{1,4}x[0-9]{1,4}[.]webp$';
  field record;
  item text;
  items text[];
  problem text;
begin
  for field in
    select given_names.name, given -> given_names.name as value, fields.kind, fields.max_length, fields.max_lines,
      fields.is_required, fields.lowest, fields.highest
    from jsonb_object_keys(given) as given_names (name)
    left join private.agency_fields() as fields
      on fields.part = check_agency_values.part and fields.name = given_names.name
  loop
    items := array[]::text[];
    problem := null;
    if field.kind is null then
      problem := 'is no field';
    elsif field.kind = 'number' then
      if jsonb_typeof(field.value) <> 'number' or field.value #>> '{}' !~ '^[0-9]{1,9}$'
        or not (field.value #>> '{}')::integer between field.lowest and field.highest then
        problem := format('a whole number from %s to %s', field.lowest, field.highest);
      end if;
    elsif field.kind = 'hours' then
      problem := private.hours_problem(field.value);
    elsif field.kind in ('lines', 'links', 'dates') then
      if jsonb_typeof(field.value) <> 'array' then
        problem := 'must be a list';
      elsif jsonb_array_length(field.value) > field.max_lines then
        problem := format('at most %s', field.max_lines);
      elsif field.is_required and jsonb_array_length(field.value) = 0 then
        problem := 'is missing';
      elsif exists (select from jsonb_array_elements(field.value) as one where jsonb_typeof(one) <> 'string') then
        problem := 'must be a list of texts';
      else
        items := array(select jsonb_array_elements_text(field.value));
      end if;
    elsif jsonb_typeof(field.value) <> 'string' then
      problem := 'must be a text';
    else
      items := array[field.value #>> '{}'];
    end if;

    foreach item in array items loop
      problem := coalesce(problem, case
        when char_length(item) > field.max_length then format('at most %s characters', field.max_length)
        when btrim(item) = '' and (field.is_required or field.kind in ('lines', 'links', 'dates')) then 'is missing'
        when btrim(item) = '' then null
        when field.kind not in ('text', 'markdown') and item ~ '[[:cntrl:]]' then 'must be one line'
        when field.kind = 'phone' and (
          item !~ '^[+]?[0-9 ().-]+$' or char_length(regexp_replace(item, '[^0-9]', '', 'g')) not between 7 and 15
        ) then 'is no phone number'
        when field.kind = 'dialled' and item !~ '^[+][1-9][0-9]{6,14}$' then 'is no phone number with a country code'
        when field.kind = 'email' and not private.is_email(item) then 'is no email address'
        when field.kind = 'links' and item !~ '^https://[^[:space:]<>"]+$' then 'must begin with https://'
        when field.kind = 'dates' and not private.is_day(item) then 'is no date'
        when field.kind = 'picture' and item !~ picture then 'is no uploaded picture'
        when field.kind = 'choice' and item !~ '^[a-z]+$' then 'is no choice'
        when field.kind = 'colour' and item !~ '^#[0-9a-f]{6}$' then 'is no colour'
        when field.kind = 'zone' and not exists (select from pg_catalog.pg_timezone_names where name = item)
          then 'is no time zone'
      end);
    end loop;

    if problem is not null then
      raise check_violation using
        message = format('%s: %s', field.name, problem),
        schema = 'public', table = 'agency_settings', constraint = 'agency_settings_fields';
    end if;
  end loop;
end;
$$;

-- The customer at Stripe that another lead of the same person is linked to, the first one; null where there is none.
create function public.customer_of_person(lead uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select other.stripe_customer_id
  from public.leads
  join public.leads as other on lower(other.email) = lower(leads.email) and other.id <> leads.id
  where leads.id = customer_of_person.lead and other.stripe_customer_id is not null
    and (select public.can_handle_leads())
  order by other.stripe_synced_at, other.id
  limit 1
$$;
revoke execute on function public.customer_of_person(uuid) from public, anon;
grant execute on function public.customer_of_person(uuid) to authenticated;
