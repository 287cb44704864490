-- Functions that refuse something name the refusal in `detail`, besides its text: the site chooses its own text by it
-- (site/app/ui/error-texts.ts). Nothing else in them changes.

create or replace function public.order_app_media(app_id uuid, ids uuid[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform from public.app_media where app_media.app_id = order_app_media.app_id for update;
  if (
    select coalesce(array_agg(app_media.id order by app_media.id), '{}')
    from public.app_media
    where app_media.app_id = order_app_media.app_id
  ) is distinct from (
    select coalesce(array_agg(id order by id), '{}') from unnest(ids) as listed (id)
  ) then
    raise exception 'The list has changed. Refresh and try again.'
      using errcode = 'serialization_failure', detail = 'list_changed';
  end if;
  update public.app_media
  set sort_order = array_position(ids, app_media.id)
  where app_media.app_id = order_app_media.app_id;
end;
$$;

create or replace function public.restore_quarantined_lead(lead_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  quarantined public.quarantined_leads;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.'
      using errcode = '42501', detail = 'leads_denied';
  end if;
  delete from public.quarantined_leads where quarantined_leads.id = lead_id returning * into quarantined;
  if quarantined.id is null then
    raise exception 'This message is no longer in the spam list.'
      using errcode = 'P0001', detail = 'not_quarantined',
        hint = 'Someone may have restored it already. Refresh the list.';
  end if;
  insert into public.leads
  select restored.* from jsonb_populate_record(null::public.leads, to_jsonb(quarantined)) as restored;
  return quarantined.id;
end;
$$;

create or replace function public.retry_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.'
      using errcode = '42501', detail = 'leads_denied';
  end if;
  update public.lead_messages set delivery_state = 'recorded', delivery_problem = null
  where lead_messages.id = reply and lead_messages.delivery_state = 'failed';
  if found then
    insert into private.outbox (message_id) values (reply) on conflict (message_id) do nothing;
  end if;
end;
$$;

create or replace function public.claim_ownership(token text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid;
begin
  select users.id into caller
  from auth.users
  where users.id = auth.uid()
    and users.is_anonymous is not true
    and users.deleted_at is null
    and (users.banned_until is null or users.banned_until <= now())
    and private.is_session_active();
  if caller is null then
    raise exception 'Sign in to become the owner.'
      using errcode = 'P0001', detail = 'sign_in_first', hint = 'Sign up or sign in on this page, then use the link.';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('claim_ownership', 0));
  if exists (select from public.staff where staff.role = 'owner') then
    if public.is_owner() then
      return true;
    end if;
    raise exception 'This site already has an owner.'
      using errcode = 'P0001', detail = 'site_has_owner', hint = 'Ask the owner for access.';
  end if;

  delete from public.owner_links
  where owner_links.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and owner_links.expires_at > now();
  if not found then
    raise exception 'This link is incomplete or already used.'
      using errcode = 'P0001', detail = 'owner_link_used',
        hint = 'Links work once, for 30 minutes. Get a new one with: npm run owner';
  end if;

  insert into public.staff (user_id, role) values (caller, 'owner')
  on conflict (user_id) do update set role = 'owner';
  delete from public.owner_links;
  return true;
end;
$$;

create or replace function private.require_owner() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if public.is_owner() or current_setting('role', true) = 'service_role' then
    return;
  end if;
  raise exception 'Only an owner can do this.'
    using errcode = '42501', detail = 'owners_only';
end;
$$;

create or replace function private.protect_last_owner() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('owners', 0));
  if not exists (
    select
    from public.staff
    join auth.users on users.id = staff.user_id
    where staff.role = 'owner'
      and staff.user_id <> old.user_id
      and users.deleted_at is null
      and users.confirmed_at is not null
      and (users.banned_until is null or users.banned_until <= now())
  ) then
    raise exception 'The last owner can''t be removed.'
      using errcode = 'P0001', detail = 'last_owner', hint = 'Make someone else an owner first.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;

create or replace function public.give_role(account uuid, wanted text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  known boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('owners', 0));
  perform private.require_owner();
  if wanted is null or wanted <> all (private.staff_roles()) then
    raise exception 'Choose a role: owner, editor, agent or viewer.' using errcode = '22023';
  end if;
  perform from auth.users
  where users.id = account and users.deleted_at is null and users.is_anonymous is not true
  for update;
  if not found then
    raise exception 'This account no longer exists.'
      using errcode = 'P0002', detail = 'account_deleted', hint = 'Refresh the list.';
  end if;
  known := exists (select from public.staff where staff.user_id = account);
  insert into public.staff (user_id, role) values (account, wanted)
  on conflict (user_id) do update set role = excluded.role where staff.role <> excluded.role;
  if known or private.is_email_verified(account) then
    return false;
  end if;
  perform private.reset_unverified_account(account);
  return true;
end;
$$;

create or replace function public.delete_waiting_account(account uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('owners', 0));
  perform private.require_owner();
  if exists (select from public.staff where staff.user_id = account) then
    raise exception 'This account is on the team.'
      using errcode = 'P0001', detail = 'account_on_team', hint = 'Remove it from the team first.';
  end if;
  delete from auth.users where users.id = account;
end;
$$;

create or replace function public.address_for_link(account uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  address text;
begin
  perform private.require_owner();
  select users.email into address
  from auth.users
  join public.staff on staff.user_id = users.id
  where users.id = account
    and users.deleted_at is null
    and coalesce(users.encrypted_password, '') = ''
    and not private.is_email_verified(users.id);
  if address is null then
    raise exception 'This account doesn''t need a link.'
      using errcode = 'P0001', detail = 'link_not_needed',
        hint = 'To reset a password, use "Forgot password?" on the sign-in page.';
  end if;
  return address;
end;
$$;

create or replace function public.require_second_factor(required boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if required
    and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2'
    and current_setting('role', true) <> 'service_role'
  then
    raise exception 'Set up two-step verification for yourself first.'
      using errcode = 'P0001', detail = 'own_factor_first',
        hint = 'You''ll find it in Settings. Otherwise you''d be locked out.';
  end if;
  update public.settings set require_second_factor = coalesce(required, false);
end;
$$;

create or replace function public.make_recovery_codes() returns text[]
  language plpgsql security definer set search_path = ''
as $$
declare
  codes text[];
begin
  if not exists (
    select from auth.sessions where sessions.id = private.active_session_id() and sessions.aal = 'aal2'
  ) then
    raise exception 'Complete two-step verification before you create recovery codes.'
      using errcode = '42501', detail = 'factor_first', hint = 'Set it up, or sign in again and enter your code.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('recovery_codes ' || auth.uid(), 0));
  select array_agg(private.make_recovery_code()) into codes from generate_series(1, 10);
  delete from private.recovery_codes where recovery_codes.user_id = auth.uid();
  insert into private.recovery_codes (user_id, code_hash)
  select auth.uid(), private.hash_recovery_code(auth.uid(), code) from unnest(codes) as code;
  return codes;
end;
$$;

create or replace function public.use_recovery_code(code text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  session uuid := private.active_session_id();
  tries integer;
begin
  if session is null then
    raise exception 'Sign in before you use a recovery code.'
      using errcode = '42501', detail = 'sign_in_for_code';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('recovery_codes ' || auth.uid(), 0));
  delete from private.recovery_guesses where recovery_guesses.since < now() - interval '15 minutes';
  insert into private.recovery_guesses (session_id, wrong) values (session, 1)
  on conflict (session_id) do update set wrong = recovery_guesses.wrong + 1
  returning recovery_guesses.wrong into tries;
  if tries > 5 then
    return 'too many';
  end if;
  if not exists (
    select from private.valid_recovery_codes(auth.uid()) as valid
    where valid.code_hash = private.hash_recovery_code(auth.uid(), use_recovery_code.code)
  ) then
    return 'wrong';
  end if;
  delete from private.recovery_codes where recovery_codes.user_id = auth.uid();
  delete from private.recovery_guesses where recovery_guesses.session_id = session;
  delete from auth.sessions where sessions.user_id = auth.uid() and sessions.id <> session;
  update auth.sessions set aal = 'aal1', factor_id = null where sessions.id = session;
  delete from auth.mfa_factors where mfa_factors.user_id = auth.uid();
  insert into private.outbox (colleague_id)
  select users.id from auth.users
  where users.id = auth.uid() and nullif(users.email, '') is not null and users.email_confirmed_at is not null;
  return 'used';
end;
$$;
