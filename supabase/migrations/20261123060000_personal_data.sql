-- Where a person's data can be, and how they are found. Each column that can hold text is named here with how an erasure
-- reaches it; a migration that adds one adds its line (supabase/tests/personal-data.test.ts names what is missing):
--   none       it cannot name a person: a kind, a state, a key, a hash that nobody can compute
--   row        it goes with its row, when that belongs to the person (private.erase_contacts)
--   words      the same, and in rows of others addresses and phone numbers of the person are replaced
--   published  content that staff wrote: named after an erasure, to be edited by hand
--   account    of an account: goes with the account; that of a colleague is named
--   expires    not readable here, and gone by itself
create table private.personal_data (
  table_name text not null,
  column_name text not null,
  reach text not null check (reach in ('none', 'row', 'words', 'published', 'account', 'expires')),
  primary key (table_name, column_name)
);

insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('public.leads', 'words', 'name email company phone message'),
    ('public.leads', 'row', 'stripe_customer_id content_hash source_path address_hash network_hash landing_path
      campaign_medium campaign_name consent_text consent_version score_reasons'),
    ('public.leads', 'none', 'service_name status locale origin referrer_host campaign_source'),
    ('public.quarantined_leads', 'words', 'name email company phone message'),
    ('public.quarantined_leads', 'row', 'stripe_customer_id content_hash source_path address_hash network_hash
      landing_path campaign_medium campaign_name consent_text consent_version score_reasons referrer_host'),
    ('public.quarantined_leads', 'none', 'service_name status locale origin campaign_source'),
    ('public.lead_messages', 'words', 'message delivery_problem transport_id'),
    ('public.lead_messages', 'none', 'sender_type delivery_state'),
    ('public.accessibility_feedback', 'words', 'message page name reply_to response'),
    ('public.missed_paths', 'row', 'path'),
    ('public.content_versions', 'words', 'record'),
    ('public.content_versions', 'account', 'account_name'),
    ('public.content_versions', 'none', 'kind changed pictures'),
    ('public.deleted_content', 'words', 'name record belongings'),
    ('public.deleted_content', 'account', 'account_name'),
    ('public.deleted_content', 'none', 'kind slug former_slugs pictures'),
    ('public.agency_settings', 'published', 'facts texts'),
    ('public.app_media', 'published', 'url alt'),
    ('public.app_media', 'none', 'kind'),
    ('public.apps', 'published', 'name slug short_pitch description logo_url logo_alt category platforms feature_chips
      demo_url'),
    ('public.apps', 'none', 'locale text_format'),
    ('public.categories', 'published', 'name'),
    ('public.former_slugs', 'published', 'slug'),
    ('public.former_slugs', 'none', 'kind'),
    ('public.media', 'published', 'url alt'),
    ('public.media', 'none', 'kind'),
    ('public.partners', 'published', 'name'),
    ('public.posts', 'published', 'slug title excerpt body cover_url cover_alt'),
    ('public.posts', 'none', 'locale'),
    ('public.redirects', 'published', 'from_path target'),
    ('public.services', 'published', 'name slug short_pitch description hero_image_url hero_image_alt feature_chips
      pricing_json'),
    ('public.services', 'none', 'locale text_format'),
    ('public.profiles', 'account', 'full_name email'),
    ('public.staff', 'none', 'role'),
    ('public.settings', 'none', 'sign_up_mode'),
    ('public.server_keys', 'none', 'name value'),
    ('public.owner_links', 'none', 'token_hash'),
    ('public.lead_totals', 'none', 'status'),
    ('private.personal_data', 'none', 'table_name column_name reach'),
    ('private.contact_key', 'none', 'value'),
    -- Kept on purpose: without it, who asked not to be contacted would be contacted again.
    ('private.do_not_contact', 'none', 'address_hash'),
    ('private.failed_notices', 'words', 'problem'),
    ('private.outbox', 'words', 'backup_problem'),
    ('private.recovery_codes', 'none', 'code_hash'),
    ('auth.users', 'account', 'aud role email encrypted_password confirmation_token recovery_token
      email_change_token_new email_change raw_app_meta_data raw_user_meta_data phone phone_change phone_change_token
      email_change_token_current reauthentication_token'),
    ('auth.identities', 'account', 'provider_id identity_data provider email'),
    ('auth.sessions', 'account', 'user_agent ip tag'),
    ('auth.refresh_tokens', 'account', 'token user_id parent'),
    ('auth.mfa_amr_claims', 'none', 'authentication_method'),
    ('auth.flow_state', 'expires', 'auth_code code_challenge provider_type provider_access_token provider_refresh_token
      authentication_method'),
    ('auth.one_time_tokens', 'account', 'token_hash code_hash relates_to'),
    ('auth.mfa_factors', 'account', 'friendly_name secret phone web_authn_credential last_webauthn_challenge_data'),
    ('auth.mfa_challenges', 'expires', 'ip_address otp_code web_authn_session_data'),
    ('auth.provider_flows', 'expires', 'state_hash binding_hash provider nonce code_verifier redirect_to'),
    ('auth.used_wallet_messages', 'none', 'message_hash'),
    -- Encrypted with a key that is not in the database; a day at most.
    ('backend.account_mails', 'expires', 'content'),
    ('backend.account_mails', 'none', 'kind'),
    ('backend.orphaned_blobs', 'none', 'version'),
    ('storage.buckets', 'none', 'id name allowed_mime_types owner_id'),
    ('storage.objects', 'published', 'name path_tokens user_metadata'),
    ('storage.objects', 'none', 'bucket_id metadata version owner_id'),
    ('realtime.messages', 'words', 'payload'),
    ('realtime.messages', 'none', 'topic extension event')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name;

-- "+1 (416) 555-0199 ext. 12" and "416.555.0199" are one number: digits without the country code of North America.
create function private.phone_digits(phone text) returns text
  language sql immutable parallel safe
  return nullif(
    regexp_replace(
      regexp_replace(regexp_replace(phone, '(x|ext|#).*$', '', 'i'), '\D', '', 'g'), '^1(\d{10})$', '\1'
    ),
    ''
  );
revoke execute on function private.phone_digits(text) from public;
-- The indexes compute their keys with the rights of the role that writes the lead.
grant execute on function private.phone_digits(text) to anon, authenticated, service_role;

create index leads_email on public.leads (lower(email));
create index leads_phone on public.leads (private.phone_digits(phone)) where phone is not null;
create index quarantined_leads_email on public.quarantined_leads (lower(email));
create index quarantined_leads_phone on public.quarantined_leads (private.phone_digits(phone)) where phone is not null;

-- What somebody typed, as it is compared: addresses in lower case, numbers as digits.
create type private.contacts as (emails text[], phones text[]);

create function private.read_contacts(given text[]) returns private.contacts
  language plpgsql immutable set search_path = ''
as $$
declare
  found private.contacts := row(array[]::text[], array[]::text[]);
  contact text;
begin
  if given is null or cardinality(given) not between 1 and 20 then
    raise exception 'Give an email address or a phone number.' using errcode = '22023';
  end if;
  foreach contact in array given loop
    if char_length(contact) <= 255 and private.clean_text(contact) ~ '^[^@\s]+@[^@\s]+$' then
      found.emails := found.emails || lower(private.clean_text(contact));
    elsif char_length(contact) <= 40 and private.clean_text(contact) ~ '^[+\d][\d\s().-]*((x|ext\.?|#)\s*\d+)?$'
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

-- Matches these addresses and numbers in a text, whatever stands between the digits of a number.
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

-- The leads, waiting ones and reports that belong to these contacts.
create function private.lead_ids_of(wanted private.contacts) returns uuid[]
  language sql stable set search_path = ''
as $$
  select array(
    select leads.id from public.leads where lower(leads.email) = any (wanted.emails)
    union
    select leads.id from public.leads
    where leads.phone is not null and private.phone_digits(leads.phone) = any (wanted.phones)
  );
$$;

create function private.quarantined_ids_of(wanted private.contacts) returns uuid[]
  language sql stable set search_path = ''
as $$
  select array(
    select lead.id from public.quarantined_leads as lead where lower(lead.email) = any (wanted.emails)
    union
    select lead.id from public.quarantined_leads as lead
    where lead.phone is not null and private.phone_digits(lead.phone) = any (wanted.phones)
  );
$$;

create function private.is_contact(value text, wanted private.contacts) returns boolean
  language sql immutable set search_path = ''
as $$
  select coalesce(lower(btrim(value)) = any (wanted.emails), false)
    or coalesce(value !~ '@' and private.phone_digits(value) = any (wanted.phones), false);
$$;

-- Rows outside of `own` whose columns of this reach name one of the contacts: how many, and the first 20 of them.
create function private.find_mentions(wanted private.contacts, reach text, own uuid[])
  returns table (table_name text, total bigint, ids text[])
  language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  listed record;
  pattern constant text := private.contact_pattern(wanted);
begin
  for listed in
    select
      data.table_name,
      string_agg(format('t.%I::text', data.column_name), ', ') as columns,
      (
        select a.attname from pg_catalog.pg_attribute as a
        where a.attrelid = to_regclass(data.table_name) and a.attname in ('id', 'record_id') and not a.attisdropped
        order by a.attname limit 1
      ) as key,
      exists (
        select from pg_catalog.pg_attribute as a
        where a.attrelid = to_regclass(data.table_name) and a.attname = 'lead_id' and not a.attisdropped
      ) as of_lead
    from private.personal_data as data
    where data.reach = find_mentions.reach and has_table_privilege(to_regclass(data.table_name), 'select')
    group by data.table_name
    order by data.table_name
  loop
    table_name := listed.table_name;
    execute format(
      'select count(*), (array_agg(%s))[1:20] from %s as t where concat_ws(e''\n'', %s) ~* $1%s%s',
      case when listed.key is null then 'null::text' else format('t.%I::text', listed.key) end,
      listed.table_name,
      listed.columns,
      case when listed.key is null then '' else format(' and t.%I::text <> all ($2)', listed.key) end,
      case when listed.of_lead then ' and t.lead_id::text <> all ($2)' else '' end
    ) into total, ids using pattern, own::text[];
    if total > 0 then
      return next;
    end if;
  end loop;
end;
$$;

revoke execute on function
  private.read_contacts(text[]), private.contact_pattern(private.contacts), private.lead_ids_of(private.contacts),
  private.quarantined_ids_of(private.contacts), private.is_contact(text, private.contacts),
  private.find_mentions(private.contacts, text, uuid[])
  from public;
