-- Checks of a table run after its triggers, so a text of 10 MB was cleaned, hashed and searched for patterns for seconds
-- before its length check rejected it. Here sizes in bytes come first, wherever visitors or accounts may send a text.
-- They are above what the checks allow (four bytes a character and white space that is cut off), so the checks still
-- judge what is near their limits.

create function private.reject_oversized(relation text, "constraint" text) returns void
  language plpgsql set search_path = ''
as $$
begin
  -- As the check itself would say it.
  raise check_violation using
    message = format('new row for relation "%s" violates check constraint "%s"', relation, "constraint"),
    schema = 'public', table = relation, constraint = "constraint";
end;
$$;

create or replace function private.clean_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 10000;
  oversized constant text := case
    when octet_length(new.name) > most then 'leads_name_length'
    when octet_length(new.email) > most then 'leads_email_length'
    when octet_length(new.company) > most then 'leads_company_length'
    when octet_length(new.phone) > most then 'leads_phone_length'
    when octet_length(new.message) > most then 'leads_message_length'
    when octet_length(new.status) > most then 'leads_status_length'
  end;
begin
  if oversized is not null then
    perform private.reject_oversized('leads', oversized);
  end if;
  new.name := private.clean_text(new.name);
  new.email := private.clean_text(new.email);
  new.company := private.clean_text(new.company);
  new.phone := private.clean_text(new.phone);
  new.message := private.clean_text(new.message);
  new.status := coalesce(private.clean_text(new.status), 'new');
  return new;
end;
$$;

-- The one text of a lead that staff may write and that had no limit. Not checked in rows from before: one such row must
-- not stop the server's start.
alter table public.leads add constraint leads_stripe_customer_id_length
  check (char_length(stripe_customer_id) <= 255) not valid;
alter table public.suspected_leads add constraint leads_stripe_customer_id_length
  check (char_length(stripe_customer_id) <= 255) not valid;

create or replace function private.receive_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.message) > 500000 then
    perform private.reject_oversized('lead_messages', 'lead_messages_message_length');
  end if;
  new.message := private.clean_text(new.message);
  new.author_id := coalesce(auth.uid(), new.author_id);
  if new.author_id is null then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_messages:' || new.lead_id::text, 0));
  if exists (
    select from public.lead_messages as earlier
    where earlier.lead_id = new.lead_id
      and earlier.created_at > now() - interval '2 minutes'
      and earlier.author_id = new.author_id
      and earlier.sender_type = new.sender_type
      and earlier.message = new.message
  ) then
    return null;
  end if;
  return new;
end;
$$;

create or replace function private.keep_profile_true() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.full_name) > 10000 then
    perform private.reject_oversized('profiles', 'profiles_full_name_length');
  end if;
  new.full_name := private.clean_text(new.full_name);
  new.email := (select users.email from auth.users where users.id = new.id);
  new.updated_at := now();
  return new;
end;
$$;

-- A sign-up is never stopped by its name: it is cut, before it is read.
create or replace function private.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name)
  values (new.id, left(private.clean_text(left(new.raw_user_meta_data ->> 'full_name', 2000)), 200))
  on conflict (id) do nothing;
  return null;
end;
$$;

-- Terms, codes and tokens that any account or visitor may send to a function.
create or replace function private.lead_search_pattern(term text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(term) > 5000 then null
    when char_length(private.clean_text(term)) > 255 or strpos(term, e'\x1f') > 0 then null
    else
      '%' || regexp_replace(
        private.fold_text(coalesce(private.clean_text(term), '')), '([\\%_])', '\\\1', 'g'
      ) || '%'
  end;

create or replace function private.short_search_pattern(term text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(term) > 5000 then null
    when private.fold_text(private.clean_text(term)) ~ '[a-z0-9]{3}|^[@.]$' then null
    when private.fold_text(private.clean_text(term)) ~ '^[a-z0-9]$' then
      encode(convert_to(private.fold_text(private.clean_text(term)), 'UTF8'), 'hex') || '[1-7c-f]'
    when octet_length(private.fold_text(private.clean_text(term))) = 1 then
      private.search_signs(private.fold_text(private.clean_text(term)))
    else encode(convert_to(private.fold_text(private.clean_text(term)), 'UTF8'), 'hex')
  end;

create or replace function private.hash_recovery_code(account uuid, code text) returns text
  language sql immutable set search_path = ''
as $$
  select case when octet_length(code) <= 1000 then encode(
    sha256(convert_to(
      account || ':' || translate(regexp_replace(lower(code), '[^0-9a-z]', '', 'g'), 'ilo', '110'), 'UTF8'
    )),
    'hex'
  ) end
$$;

create or replace function private.read_preview_token(kind text, token text) returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  parts constant text[] := case
    when octet_length(token) <= 100 then
      regexp_match(token, '^([0-9]{1,12})\.([0-9a-f-]{36})\.([0-9a-f]{40})$')
  end;
begin
  if parts is null or parts[1]::bigint <= extract(epoch from now()) then
    return null;
  end if;
  if private.preview_signature(kind, parts[2]::uuid, parts[1]::bigint) is distinct from parts[3] then
    return null;
  end if;
  return parts[2]::uuid;
exception
  when invalid_text_representation then
    return null;
end;
$$;

revoke execute on function private.reject_oversized(text, text) from public;
