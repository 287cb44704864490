-- 3 × alter table, 1 × drop function, 10 × create function, 1 × comment on, 5 × revoke all, 1 × grant execute, 1 × rows

set check_function_bodies = off;

ALTER TABLE "public"."audit_log" DROP CONSTRAINT "audit_log_sizes";
DROP FUNCTION "public"."audit_accounts"();
ALTER TABLE "public"."audit_log" ADD COLUMN "account_email" text;
-- Writes one entry, for the caller unless `account` is given.
create or replace function private.audit(
  area text, action text, kind text, record_id text default null, record_name text default null,
  amount integer default null, details text[] default '{}', account uuid default auth.uid(),
  address text default private.request_address()
) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into public.audit_log (
    account_id, account_name, account_email, network, area, action, kind, record_id, record_name, amount, details
  )
  values (
    account, private.audit_account_name(account),
    (select profiles.email from public.profiles where profiles.id = account), private.audit_network(address), area, action, kind,
    left(record_id, 100), left(record_name, 200), amount, coalesce(details[1:60], '{}')
  );
$$;
-- Stores the address of the account and the time of the server, whatever the caller sends; an empty name or signature
-- becomes null. Only a new name is checked, so that an older one does not prevent other changes.
create or replace function private.complete_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.full_name) > 10000 then
    perform private.raise_check_violation('profiles', 'profiles_full_name_length');
  end if;
  if octet_length(new.reply_signature) > 10000 then
    perform private.raise_check_violation('profiles', 'profiles_reply_signature_length');
  end if;
  new.full_name := private.visible_name(new.full_name);
  if private.is_name_of_role(new.full_name)
    and (tg_op = 'INSERT' or new.full_name is distinct from private.visible_name(old.full_name))
  then
    raise exception 'The name is that of a role: enter the name that colleagues call you by.'
      using errcode = '23514', detail = 'name_of_role';
  end if;
  new.reply_signature := private.clean_text(new.reply_signature);
  new.email := (select users.email from auth.users where users.id = new.id);
  new.updated_at := now();
  return new;
end;
$$;
-- Creates the profile of a new account (G-44). It must never prevent a sign-up, so a long name is cut before it is
-- cleaned and stored, and the name of a role is left out.
create or replace function private.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  name constant text := left(private.visible_name(left(new.raw_user_meta_data ->> 'full_name', 2000)), 200);
begin
  insert into public.profiles (id, full_name)
  values (new.id, case when not private.is_name_of_role(name) then name end)
  on conflict (id) do nothing;
  return null;
end;
$$;
-- Removes a person from the log: the IDs of these leads, names and networks of accounts with this address, and record
-- names that contain it. What was done, when, and the account ID remain. Returns the number of changed entries.
create or replace function private.erase_from_audit_log(lead_ids uuid[], email text) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := nullif(lower(btrim(email)), '');
  accounts constant uuid[] := array(select users.id from auth.users where lower(users.email) = address);
  leads_erased integer;
  names_erased integer;
begin
  update public.audit_log set record_id = null, record_name = null
  where audit_log.record_id = any (lead_ids::text[]) and audit_log.area in ('leads', 'exports');
  get diagnostics leads_erased = row_count;
  update public.audit_log
  set
    account_name = case when is_actor then null else audit_log.account_name end,
    account_email = case when is_actor then null else audit_log.account_email end,
    network = case when is_actor then null else audit_log.network end,
    record_name = case
      when audit_log.record_id = any (accounts::text[]) or strpos(lower(audit_log.record_name), address) > 0 then null
      else audit_log.record_name
    end
  from (
    select
      entry.id,
      entry.account_id = any (accounts) or lower(entry.account_name) = address or lower(entry.account_email) = address
        as is_actor
    from public.audit_log as entry
    where (entry.account_id = any (accounts) and num_nonnulls(entry.account_name, entry.account_email, entry.network) > 0)
      or (entry.record_id = any (accounts::text[]) and entry.record_name is not null)
      or lower(entry.account_name) = address
      or lower(entry.account_email) = address
      or strpos(lower(entry.record_name), address) > 0
  ) as found
  where found.id = audit_log.id;
  get diagnostics names_erased = row_count;
  return leads_erased + names_erased;
end;
$$;
-- Whether a reader would see anything of the text: a name of invisible characters only is none. The site has the same
-- rule (site/app/contact/visible-text.ts).
create or replace function private.has_visible_character(value text) returns boolean
  language sql immutable parallel safe
  return value ~ (
    '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f'
    '\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
  );
-- Whether a name says what someone may do rather than who they are: the name of a role, with usual words around it. The
-- words before it are whole words, since "Thea Root" is a person; the role itself may be spaced, as in "A.d.m.i.n".
create or replace function private.is_name_of_role(name text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(bool_or(replace(words, ' ', '') ~ translate(
    '^(owner|(super|sys|site|web)?(administrator|admin)|administrateur|administratrice|proprietaire|agent|editor|viewer'
    '|system|(tech|technical|it)?support|helpdesk|helpcentre|helpcenter|customerservice|customercare|security|moderator'
    '|root|server|staff|webmaster|postmaster|hostmaster|noreply|donotreply|official|superuser|everyone|someone|nobody'
    '|unknown|anonymous|a?(deleted|former)(account|user))+'
    '(s|team|desk|account|user|group|department|dept)*$',
    'l', 'i'
  )), false)
  from (select private.name_skeleton(name)) as whole (skeleton)
  cross join lateral (
    values
      (skeleton),
      (regexp_replace(
        skeleton,
        translate(
          '^((the|your|our|site|website|account|main|chief|head|super|tech|technical|customer|client|it|web|deleted) )+',
          'l', 'i'
        ),
        ''
      ))
  ) as candidates (words)
$$;
-- Also binds functions with the owner's rights: an erasure may remove names, and an entry may be deleted after 24
-- months. Nothing else changes or deletes an entry.
create or replace function private.keep_audit_log() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '24 months' then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    if (new.id, new.created_at, new.account_id, new.area, new.action, new.kind, new.amount, new.details)
        is not distinct from
        (old.id, old.created_at, old.account_id, old.area, old.action, old.kind, old.amount, old.details)
      and (new.account_name is null or new.account_name = old.account_name)
      and (new.account_email is null or new.account_email = old.account_email)
      and (new.network is null or new.network = old.network)
      and (new.record_id is null or new.record_id = old.record_id)
      and (new.record_name is null or new.record_name = old.record_name)
    then
      return new;
    end if;
  end if;
  raise exception 'The audit log can''t be changed.' using errcode = '42501';
end;
$$;
-- The words that a reader sees: small, without accents, signs and numbers after them, and look-alikes as one letter.
-- Letters that look like no Latin letter stay.
create or replace function private.name_skeleton(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select btrim(regexp_replace(
    replace(replace(
      translate(
        lower(translate(
          regexp_replace(
            regexp_replace(
              regexp_replace(
                normalize(private.visible_text(name), nfkd),
                '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u02b0-\u036f\u0483-\u0489\u115f\u1160\u17b4\u17b5'
                '\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3164\ufe00-\ufe0f\ufe20-\ufe2f\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]',
                '', 'g'
              ),
              '[\u0001-\u0020\u0022\u0023\u0025-\u002f\u003a-\u003f\u005b-\u0060\u007b\u007d-\u00bf\u2000-\u2bff'
              '\u3000-\u3004\u3008-\u3020\U0001f000-\U0001faff]+',
              ' ', 'g'
            ),
            '[ 0-9@$|!]+$', ''
          ),
          'АВЕКМНОРСТУХЅІЈаекмнорстухѕіјԁԝвΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχω',
          'abekmhopctyxsijaekmhopctyxsijdwbabezhikmnoptyxaeikvoptuxw'
        )),
        '013457@$|!lı',
        'oieastasiiii'
      ),
      'rn', 'm'
    ), 'vv', 'w'),
    ' +', ' ', 'g'
  ), ' ')
$$;
-- A name on one line, without direction marks, which would show it in another order, and without what has no width and
-- no meaning. Joiners and variation selectors stay: they are part of the spelling. Null if a reader would see nothing.
create or replace function private.visible_name(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select private.clean_text(regexp_replace(
    regexp_replace(
      name,
      '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]',
      '', 'g'
    ),
    '[\s\u0085\u2028\u2029]+', ' ', 'g'
  ))
  where private.has_visible_character(name)
$$;
-- The accounts in the log with their newest names, for the filter of the screen. The recursion reads one index entry
-- for each account instead of every entry.
create or replace function public.audit_accounts() returns table (account_id uuid, account_name text, account_email text)
  language plpgsql stable security definer set search_path = '' rows 20
as $$
begin
  perform private.require_owner();
  return query
    with recursive known as (
      (
        select entry.account_id, entry.account_name, entry.account_email from public.audit_log as entry
        where entry.account_id is not null
        order by entry.account_id, entry.created_at desc, entry.id desc limit 1
      )
      union all
      select following.account_id, following.account_name, following.account_email
      from known
      cross join lateral (
        select entry.account_id, entry.account_name, entry.account_email from public.audit_log as entry
        where entry.account_id > known.account_id
        order by entry.account_id, entry.created_at desc, entry.id desc limit 1
      ) as following
    )
    select known.account_id, known.account_name, known.account_email from known
    order by lower(known.account_name), known.account_id limit 200;
end;
$$;
ALTER TABLE "public"."audit_log" ADD CONSTRAINT "audit_log_sizes" CHECK (((char_length(account_name) <= 200) AND (char_length(account_email) <= 255) AND (char_length(network) <= 50) AND (char_length(action) <= 50) AND (char_length(kind) <= 50) AND (char_length(record_id) <= 100) AND (char_length(record_name) <= 200) AND (cardinality(details) <= 60)));
COMMENT ON COLUMN "public"."audit_log"."account_email" IS 'its email address at that time, because anyone may choose the name of another; null after an erasure';
REVOKE ALL ON FUNCTION "private"."has_visible_character"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."is_name_of_role"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."name_skeleton"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."visible_name"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "public"."audit_accounts"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."audit_accounts"() TO "authenticated", "service_role";

select private.register_personal_data('public.audit_log', 'account', 'account_name account_email network record_name');

-- Names from before stay as they are, without direction marks.
update public.profiles set full_name = private.visible_name(full_name)
where full_name ~ '[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]';
