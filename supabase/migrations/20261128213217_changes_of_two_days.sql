-- What changed from there to commit 85d6765a, in place of 10 migrations; never edited.
-- 1 × drop policy, 9 × alter table, 4 × drop function, 1 × create table, 37 × create function, 1 × create index, 2 × create trigger, 1 × create policy, 6 × comment on, 17 × revoke all, 5 × grant execute, 4 × rows
-- replaces: commit 85d6765ad557125070041bbfe1ed7a579073aeb1, sha256 46247b733f93b65e0a9c46badb659918ef52d86f4bc7a2a2b16931534071741b
set check_function_bodies = off;

-- First, by hand:
-- Counts of an hour, of another form, are not kept.
drop function public.record_bulk_read(uuid, text, integer, text);
drop table private.read_counts;

-- From supabase/schemas:

DROP POLICY "agents appear to each other" ON "realtime"."messages";
ALTER TABLE "private"."staff_notifications" DROP CONSTRAINT "staff_notifications_once";
ALTER TABLE "public"."audit_log" DROP CONSTRAINT "audit_log_sizes";
DROP FUNCTION "private"."notify_staff"(text, uuid, uuid[]);
DROP FUNCTION "public"."audit_accounts"();
DROP FUNCTION "public"."consultation"(text);
DROP FUNCTION "public"."lead_work"(uuid[]);
CREATE TABLE "private"."read_counts" ("account_id" uuid, "hour" timestamp with time zone NOT NULL, "relation" text NOT NULL, "total" bigint NOT NULL, "network" text, CONSTRAINT "read_counts_once" UNIQUE NULLS NOT DISTINCT (account_id, hour, relation));
ALTER TABLE "private"."staff_mail" ADD COLUMN "late_at" timestamp with time zone;
ALTER TABLE "private"."staff_notifications" ADD COLUMN "received_mail_id" uuid;
ALTER TABLE "private"."staff_notifications" ADD COLUMN "is_named" boolean NOT NULL DEFAULT false;
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
-- A changed password or address of an account with a role, and a deleted account.
create or replace function private.audit_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if auth.uid() is not null then
      perform private.audit('team', 'deleted', 'account', old.id::text, old.email);
    end if;
    return null;
  end if;
  if private.is_audited_account(new.id) then
    if new.encrypted_password is distinct from old.encrypted_password then
      perform private.audit('sign_ins', 'password_changed', 'account', account => new.id);
    end if;
    if new.email is distinct from old.email then
      perform private.audit('sign_ins', 'email_changed', 'account', account => new.id);
    end if;
  end if;
  return null;
end;
$$;
-- Of an account that was changed: anyone may choose the name of another, so the address is beside it.
create or replace function private.audit_account_label(account uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select case
    when coalesce(profiles.full_name, '') = '' then profiles.email
    when profiles.email is null then profiles.full_name
    else format('%s (%s)', left(profiles.full_name, greatest(0, 197 - char_length(profiles.email))), profiles.email)
  end
  from public.profiles where profiles.id = account
$$;
-- A session of the login by which programs of the machine open the embedded database (DATABASE_PORT). Without the
-- caller's settings, which such a program may choose.
create or replace function private.audit_direct_session() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit('sign_ins', 'opened', 'database', account => null, address => null);
  return null;
end;
$$;
-- Role changes, also those of `./fairlead staff`.
create or replace function private.audit_role() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  role constant text := case when tg_op = 'DELETE' then old.role else new.role end;
begin
  if tg_op <> 'UPDATE' or old.role <> new.role then
    perform private.audit(
      'team', case tg_op when 'INSERT' then 'role_given' when 'UPDATE' then 'role_changed' else 'role_taken' end,
      'staff', account::text, private.audit_account_label(account), details => array[role]
    );
  end if;
  return null;
end;
$$;
-- Not a check of the table, which would also reject changes of older leads, such as a new status.
create or replace function private.check_lead_name(name text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if not private.has_visible_character(name) then
    perform private.raise_check_violation('leads', 'leads_name_visible');
  end if;
end;
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
-- A lead that has only booked a call does not wait for a reply (46-work/leads-needing-reply.sql).
create or replace function private.end_wait_of_call() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_leads_needing_reply(array[new.lead_id]);
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
-- Notifications of a passed target: first to the assignee, after another business hour to the owners. If there is no
-- assignee, or the assignee is away, to the owners at once. Each person gets one per wait, also with mail turned off
-- (51-staff-mail). Emails in triage have the same target and no assignee; each is a notification of its own, so that
-- one that nobody sorts is not named again when others are.
create or replace function private.escalate_waiting_mails() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due constant uuid[] := array(
    select mail.id from public.received_mails as mail
    where mail.escalate_at <= now()
    order by mail.escalate_at limit 500
    for update skip locked
  );
begin
  if due <> '{}' then
    perform private.notify_staff('late', null, private.late_recipients(), late.id) from unnest(due) as late (id);
    update public.received_mails as mail set escalate_at = null where mail.id = any (due);
  end if;
  return cardinality(due);
end;
$$;
-- Whether a reader would see anything of the text: a name of invisible characters only is none. The site has the same
-- rule (site/app/contact/has-visible-character.ts).
create or replace function private.has_visible_character(value text) returns boolean
  language sql immutable parallel safe
  return value ~ (
    '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f'
    '\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
  );
-- What is late has a rhythm of its own; anything else waits for the usual digest.
create or replace function private.is_any_digest_due(colleague uuid, kinds text[], moment timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select ('late' = any (kinds) and private.is_digest_due(colleague, true, moment))
    or (kinds <> '{late}' and private.is_digest_due(colleague, false, moment));
$$;
-- Whether a digest is due by the colleague's setting. By default five a day: one at any hour, one more from 8, 11, 14
-- and 17 h; none while they use the dashboard. The first late lead is mailed 15 minutes after any digest; those that
-- follow are bundled for an hour. After a failure, four hours.
create or replace function private.is_digest_due(colleague uuid, is_late boolean, moment timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when state.problem is not null and rested < interval '4 hours' then false
    when is_late then rested >= interval '15 minutes'
      and coalesce(moment < state.late_at or moment - state.late_at >= interval '1 hour', true)
    when moment - state.seen_at between interval '0' and interval '2 minutes' then false
    when profiles.mail_frequency = 'immediately' then rested >= interval '5 minutes'
    when profiles.mail_frequency = 'daily' then moment >= morning and coalesce(state.queued_at < morning, true)
    when rested < interval '1 hour' then false
    when state.queued_on = here.day
    then state.queued < least(5, 1 + greatest(0, (here.hour - 5) / 3))
    else coalesce(state.queued < 5, true) or here.hour >= 8
  end
  from private.business_settings() as settings
  cross join lateral (select moment at time zone settings.zone as time) as there
  cross join lateral (select there.time::date as day, extract(hour from there.time)::integer as hour) as here
  cross join lateral private.business_morning(here.day) as morning
  left join private.staff_mail as state on state.colleague_id = colleague
  left join public.profiles on profiles.id = colleague
  cross join lateral (
    select case when state.queued_at <= moment then moment - state.queued_at else interval '1 day' end as rested
  ) as pause;
$$;
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
-- Whether a notification is obsolete: lead handled, read or reassigned, or mail turned off. Late: only if handled.
create or replace function private.is_settled(item private.staff_notifications, available uuid[]) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when private.is_being_sent(item.mail_id) then false
    when item.kind = 'report' then not exists (select from public.accessibility_feedback where responded_at is null)
    when item.lead_id is null then not exists (
      select from public.received_mails as letter
      where letter.id = item.received_mail_id and letter.state = 'triage'
    )
    when item.kind = 'mention' then not exists (
      select from public.lead_mentions as mention
      where mention.user_id = item.colleague_id and mention.lead_id = item.lead_id
    )
    else (
      item.kind <> 'booking'
      and not exists (select from public.leads_needing_reply as waiting where waiting.lead_id = item.lead_id)
    ) or (
      item.kind <> 'late' and (
        exists (
          select from public.lead_reads as known
          where known.user_id = item.colleague_id and known.lead_id = item.lead_id
            and known.read_at >= item.at and not known.is_unread
        )
        or exists (
          select from public.leads
          where leads.id = item.lead_id and leads.assignee_id <> item.colleague_id and leads.assignee_id = any (available)
        )
      )
    )
  end or item.kind <> 'late' and exists (
    select from public.profiles where profiles.id = item.colleague_id and profiles.mail_frequency = 'never'
  );
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
-- A lead from `fields`, cleaned and with a checked address. Unknown keys are ignored.
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
  perform private.check_lead_name(lead.name);
  perform private.check_lead_email(lead.email);
  return lead;
end;
$$;
-- Notifies `recipients`, by default notification_recipients of the lead, but not the caller; at most 1,000 of a
-- kind per person, so that a flood of mail takes no room of leads.
-- The dashboard may show it on the desktop. If it cannot be stored, the lead, message or booking is still stored.
create or replace function private.notify_staff(
  kind text, lead uuid default null, recipients uuid[] default null, received_mail uuid default null
) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  account uuid;
begin
  for account in
    insert into private.staff_notifications (colleague_id, kind, lead_id, received_mail_id)
    select recipient, notify_staff.kind, lead, received_mail
    from unnest(coalesce(recipients, nullif(private.notification_recipients(lead), '{}'), array[null::uuid])) as recipient
    where coalesce(recipient <> auth.uid(), true) and not exists (
      select from private.staff_notifications as known
      where (known.colleague_id = recipient or (recipient is null and known.colleague_id is null))
        and known.kind = notify_staff.kind
      offset 999
    )
    order by recipient
    on conflict on constraint staff_notifications_once do update set at = now(), mail_id = null
    returning colleague_id
  loop
    perform realtime.send(jsonb_build_object('kind', notify_staff.kind, 'lead', lead), 'notification', 'account:' || account, true)
    where notify_staff.kind in ('lead', 'answer') and account is not null;
  end loop;
exception
  when others then
    if notify_staff.kind = 'late' then
      raise;
    end if;
    raise warning 'staff are not notified of a %: %', notify_staff.kind, sqlstate;
end;
$$;
-- Queues due digests. claim_mail calls it, and a lock lets one server at a time do so. If there are new
-- notifications, a waiting digest is replaced by a new mail, which is due at once and has all attempts again.
create or replace function private.queue_digests(moment timestamptz default now()) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  available constant uuid[] := array(select staff.id from private.available_staff() as staff);
  moved record;
  due uuid[];
  grown uuid[];
  late uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('staff_notifications', 0)) then
    return;
  end if;
  -- Others are notified in place of who is away or left the team; a mention waits.
  for moved in
    delete from private.staff_notifications as gone
    where available <> '{}' and coalesce(gone.colleague_id <> all (available) and gone.kind <> 'mention', true)
      and not private.is_being_sent(gone.mail_id)
    returning gone.kind, gone.lead_id, gone.received_mail_id
  loop
    perform private.notify_staff(moved.kind, moved.lead_id, null, moved.received_mail_id);
  end loop;
  due := array(
    select mail.colleague_id from private.outbox as mail where mail.kind = 'digest' and not private.is_being_sent(mail.id)
    union
    select fresh.colleague_id from private.staff_notifications as fresh where fresh.mail_id is null
    group by fresh.colleague_id
    having private.is_any_digest_due(fresh.colleague_id, array_agg(distinct fresh.kind), moment)
  );
  delete from private.staff_notifications as item where item.colleague_id = any (due) and private.is_settled(item, available);
  with replaced as (
    delete from private.outbox as mail
    where mail.kind = 'digest' and (mail.leased_until is null or mail.leased_until <= now()) and (
      (available <> '{}' and mail.colleague_id <> all (available))
      or not exists (select from private.staff_notifications as item where item.mail_id = mail.id)
      or exists (
        select from private.staff_notifications as further
        where further.colleague_id = mail.colleague_id and further.mail_id is null
      )
    )
    returning mail.colleague_id
  )
  select coalesce(array_agg(replaced.colleague_id), '{}') into grown from replaced;
  with queued as (
    insert into private.outbox (kind, colleague_id)
    select 'digest', fresh.colleague_id from private.staff_notifications as fresh
    where fresh.mail_id is null and fresh.colleague_id = any (due) and fresh.colleague_id = any (available)
    group by fresh.colleague_id
    having fresh.colleague_id = any (grown)
      or private.is_any_digest_due(fresh.colleague_id, array_agg(distinct fresh.kind), moment)
    returning id, colleague_id
  ),
  counted as (
    insert into private.staff_mail as state (colleague_id, queued_at, queued_on, queued)
    select queued.colleague_id, moment, private.business_day(moment), 1 from queued where queued.colleague_id <> all (grown)
    on conflict (colleague_id) do update
    set queued_at = excluded.queued_at, queued_on = excluded.queued_on,
      queued = 1 + case when state.queued_on = excluded.queued_on then state.queued else 0 end
  ),
  placed as (
    update private.staff_notifications as item set mail_id = queued.id
    from queued where item.colleague_id = queued.colleague_id and item.mail_id is null
    returning item.colleague_id, item.kind
  )
  select array_agg(distinct placed.colleague_id) into late from placed where placed.kind = 'late';
  update private.staff_mail as state set late_at = moment where state.colleague_id = any (late);
end;
$$;
-- Cleans a lead and, if a caller sent it, checks, limits and perhaps quarantines it. Only the flood limit rejects a
-- valid lead: if the header, its key or the quarantine fails, the lead is stored unchanged. Local mode has no
-- quarantine.
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
  perform private.check_lead_name(new.name);
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
    -- Also if a check fails: the insert into leads then raises the error under the name of that table.
    when others then
      raise warning 'a lead could not be quarantined, and it is stored: %', sqlstate;
      return new;
  end;
end;
$$;
-- The author is the caller, and a message of an account is always from staff; only the secret key can set another
-- sender. The same author, lead, sender and text within two minutes is a retry and is skipped without an error; the
-- lock serializes two at once, and the time of a message is set under it, so that the order is that of the commits. A
-- message of an account is mailed (50-outbox/outbox.sql).
create or replace function private.receive_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.message) > 500000 then
    perform private.raise_check_violation('lead_messages', 'lead_messages_message_length');
  end if;
  if tg_argv[0] = 'account' then
    new.sender_type := 'admin';
    new.delivery_state := 'recorded';
  end if;
  new.message := private.clean_text(new.message);
  new.author_id := coalesce(auth.uid(), new.author_id);
  if new.author_id is not null then
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
  end if;
  if tg_argv[0] = 'account' then
    perform private.require_seen_replies(new.lead_id);
    new.created_at := clock_timestamp();
  end if;
  return new;
end;
$$;
-- Computes which of these leads need a reply. A message of the lead needs one under any status unless it was handled;
-- an erased lead needs none, nor does one that a booked call has made without a question, unless the call is
-- cancelled. A wait that continues keeps its row, so that no colleague is notified twice. The row lock serializes a
-- reply and a change of status.
create or replace function private.refresh_leads_needing_reply(ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  waiting_ids uuid[];
  waiting_since timestamptz[];
begin
  perform from public.leads where leads.id = any (ids) order by leads.id for no key update;
  select array_agg(found.id), array_agg(found.since) into waiting_ids, waiting_since
  from (
    select
      leads.id,
      case
        when ours.id is null and is_open and not is_only_a_call then leads.created_at
        else theirs.since
      end as since
    from public.leads
    cross join lateral (select leads.status in ('new', 'in_conversation') as is_open) as status
    cross join lateral (
      select leads.message is null and exists (
        select from public.bookings
        where lead_id = leads.id and bookings.submission_key = leads.submission_key and state <> 'cancelled'
      ) as is_only_a_call
    ) as booked
    left join lateral (
      select message.id, message.created_at
      from public.lead_messages as message
      where message.lead_id = leads.id and message.sender_type = 'admin'
      order by message.created_at desc, message.id desc
      limit 1
    ) as ours on true
    left join lateral (
      select min(coalesce(mail.received_at, message.created_at)) as since
      from public.lead_messages as message
      left join public.received_mails as mail on mail.message_id = message.id
      where message.lead_id = leads.id
        and message.sender_type <> 'admin'
        and (ours.id is null or (message.created_at, message.id) > (ours.created_at, ours.id))
        and (is_open or message.created_at > coalesce(leads.handled_at, '-infinity'))
    ) as theirs on true
    where leads.id = any (ids) and leads.erased_at is null
  ) as found
  where found.since is not null;
  delete from public.leads_needing_reply as waiting
  where waiting.lead_id = any (ids)
    and not exists (
      select from unnest(waiting_ids, waiting_since) as kept (id, since)
      where kept.id = waiting.lead_id and kept.since = waiting.since
    );
  insert into public.leads_needing_reply (lead_id, since)
  select kept.id, kept.since from unnest(waiting_ids, waiting_since) as kept (id, since)
  on conflict (lead_id) do nothing;
end;
$$;
-- Refuses a reply whose author has not seen a colleague's: the header x-seen-message is the newest message that they
-- have seen, or the lead if there was none. A caller without the header is not asked.
create or replace function private.require_seen_replies(lead uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  seen constant uuid := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-seen-message';
begin
  if exists (
    select from public.lead_messages as theirs
    left join public.lead_messages as known on known.id = seen and known.lead_id = lead
    where theirs.lead_id = lead
      and theirs.sender_type = 'admin'
      and theirs.author_id <> auth.uid()
      and (known.id is null or (theirs.created_at, theirs.id) > (known.created_at, known.id))
  ) and seen is not null then
    raise exception 'A colleague has already replied.' using errcode = 'P0001', detail = 'colleague_replied';
  end if;
end;
$$;
-- Deletes the notifications that a sent digest named; the others stay for the next one. Those of a failed one stay, and
-- owners see the reason (failed_notices).
create or replace function private.settle_digest(mail private.outbox, outcome text, problem text, transport_id text) returns void
  language sql volatile set search_path = ''
as $$
  delete from private.staff_notifications as item
  where item.mail_id = mail.id and item.is_named and settle_digest.outcome in ('sent', 'recorded');
  update private.staff_notifications as item set mail_id = null
  where item.mail_id = mail.id and settle_digest.outcome in ('sent', 'recorded');
  update private.staff_mail as state
  set problem = settle_digest.problem, failed_at = case when settle_digest.problem is not null then now() end
  where state.colleague_id = mail.colleague_id and settle_digest.outcome <> 'later';
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
-- One entry for each account and hour that has ended: the tables with their rows. The servers have two minutes to hand in
-- what they counted; what comes later gets an entry of its own.
create or replace function private.write_read_hours() returns void
  language sql volatile security definer set search_path = ''
as $$
  with ended as (
    delete from private.read_counts as counted
    where counted.hour < now() - interval '62 minutes'
    returning counted.account_id, counted.hour, counted.relation, counted.total, counted.network
  )
  insert into public.audit_log (
    created_at, account_id, account_name, account_email, network, area, action, kind, amount, details
  )
  select
    ended.hour + interval '1 hour', ended.account_id, private.audit_account_name(ended.account_id),
    (select profiles.email from public.profiles where profiles.id = ended.account_id), max(ended.network),
    'exports', 'read_hour', 'people', least(sum(ended.total), 2147483647)::integer,
    (array_agg(ended.relation || ' ' || ended.total order by ended.total desc, ended.relation))[1:60]
  from ended
  group by ended.account_id, ended.hour;
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
-- What the page of a booking shows, without names; no row for an invalid token.
create or replace function public.consultation(token text)
  returns table (
    starts_at timestamptz, ends_at timestamptz, state text, version integer, can_change boolean, visitor_zone text
  )
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    own.starts_at, own.ends_at, own.state, own.version, own.state = 'booked' and own.starts_at > now(), own.visitor_zone
  from private.booking_of(token) as own;
$$;
-- Tables whose rows are about a person: the server counts them in its responses. Published content and its versions are
-- not among them.
create or replace function public.counted_tables() returns setof text
  language sql stable security definer set search_path = '' rows 60
as $$
  select distinct data.table_name from private.personal_data as data
  where data.reach in ('row', 'words', 'account')
    and data.table_name not in ('public.content_versions', 'public.deleted_content')
  order by data.table_name
$$;
-- A row for each of these leads (at most 200). Waiting times are whole minutes of business hours; events are not
-- counted as notes. enable_seqscan = off, because the planner read whole tables when they were small or their
-- statistics old; jit = off, because PostgreSQL before 18 gives a disabled scan so high a cost that it would compile
-- the query.
create or replace function public.lead_work(ids uuid[]) returns table (
  lead_id uuid,
  waiting_since timestamptz,
  waiting_minutes integer,
  is_late boolean,
  follow_up_on date,
  is_due boolean,
  notes integer,
  automatic_mails integer,
  is_unread boolean,
  mentions_me boolean
)
  language plpgsql stable security definer
  set search_path = '' set enable_seqscan = off set plan_cache_mode = 'force_custom_plan' rows 50
  set jit = off
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  wanted constant uuid[] := ids[1:200];
  readers constant text[] := array(select me::text || id::text from unnest(wanted) as id);
  begun timestamptz;
begin
  if not public.can_handle_leads() then
    return;
  end if;
  select greatest(reads_begin.at, (select users.created_at from auth.users where users.id = me)) into begun
  from private.reads_begin;
  return query
  with found as materialized (
    select
      leads.id, waiting.since, waiting.target_at, follow_up.due_on, follow_up.due_at, note.total, automatic.total as automatic,
      coalesce(
        known.is_unread
          or greatest(leads.created_at, message.newest, note.newest) > coalesce(known.read_at, begun),
        false
      ) as is_unread,
      exists (
        select from public.lead_mentions as mention where mention.user_id = me and mention.lead_id = leads.id
      ) as mentions_me
    from public.leads
    left join public.leads_needing_reply as waiting on waiting.lead_id = leads.id and waiting.lead_id = any (wanted)
    left join public.lead_follow_ups as follow_up on follow_up.lead_id = leads.id and follow_up.lead_id = any (wanted)
    left join public.lead_reads as known
      on known.lead_id = leads.id and known.user_id::text || known.lead_id::text = any (readers)
    left join lateral (
      select max(message.created_at) as newest
      from public.lead_messages as message
      where message.lead_id = leads.id and message.author_id is distinct from me
    ) as message on true
    left join lateral (
      select (count(*) filter (where not note.is_event))::integer as total,
        max(note.created_at) filter (where note.author_id is distinct from me) as newest
      from public.lead_notes as note
      where note.lead_id = leads.id
    ) as note on true
    left join lateral (
      select count(*)::integer as total
      from public.received_mails as mail
      where mail.lead_id = leads.id and mail.state in ('machine', 'bounce')
    ) as automatic on true
    where leads.id = any (wanted) and leads.erased_at is null
  ),
  -- now() if no lead waits: an empty span
  span as materialized (
    select greatest(coalesce(min(found.since), now()), now() - interval '1 year') as oldest from found
  ),
  calendar as materialized (
    select hours.opens, hours.closes, hours.before
    from span, private.business_calendar(private.business_day(span.oldest), private.business_day(now())) as hours
  )
  select
    found.id,
    found.since,
    case when found.since is not null then floor((
      private.open_seconds(calendar.opens, calendar.closes, calendar.before, now())
        - private.open_seconds(calendar.opens, calendar.closes, calendar.before, greatest(found.since, span.oldest))
    ) / 60)::integer end,
    coalesce(found.target_at <= now(), false),
    found.due_on,
    coalesce(found.due_at <= now(), false),
    found.total,
    found.automatic,
    found.is_unread,
    found.mentions_me
  from found cross join span cross join calendar;
end;
$$;
-- Creates a lead of the sender, with the time of the mail and the mail as its thread. Returns the lead.
create or replace function public.make_lead_of_mail(mail uuid) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail constant public.received_mails := private.mail_for_staff(mail);
  name constant text := private.clean_text(kept_mail.from_name);
  lead uuid;
begin
  if kept_mail.message_id is not null then
    return kept_mail.lead_id;
  end if;
  insert into public.leads (name, email, created_at)
  values (
    left(case when char_length(name) >= 2 and private.has_visible_character(name) then name else rpad(split_part(kept_mail.from_address, '@', 1), 2, '.') end, 100),
    kept_mail.from_address,
    kept_mail.received_at
  )
  returning id into lead;
  perform public.join_received_mail(mail, lead);
  return lead;
end;
$$;
-- `mail` is the result of server/mail-in/read-mail.ts; `raw` is the mail in base64, null for a large one that was
-- stored by store_mail_part. The same mail is stored once, whichever way it came: a second call returns the first row.
-- Null if a daily limit is reached. A mail that may be of a person or automatic (`doubt`) is for staff to sort. A bounce marks the address of its lead as bounced; a mail from a person clears the
-- mark.
create or replace function public.receive_mail(mail jsonb, raw text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kind constant text := mail ->> 'kind';
  is_left constant boolean := kind in ('too-large', 'over-limit');
  mail_ids constant text[] := array(select jsonb_array_elements_text(mail -> 'mail_ids'));
  new_mail public.received_mails;
  place private.mail_match;
  reply public.lead_messages;
  addressee uuid;
begin
  if kind is null or kind not in (
    'person', 'doubt', 'auto-reply', 'list', 'own', 'notice', 'bounce', 'too-large', 'over-limit', 'unreadable'
  ) then
    raise exception 'Unknown kind of mail.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('received_mails:' || (mail ->> 'content_key'), 0));
  select * into new_mail from public.received_mails where content_key = mail ->> 'content_key';
  if new_mail.id is not null then
    delete from private.mail_parts where mail_parts.mail_id = (mail ->> 'id')::uuid and new_mail.id <> (mail ->> 'id')::uuid;
    return jsonb_build_object('id', new_mail.id, 'state', new_mail.state, 'lead_id', new_mail.lead_id, 'is_new', false);
  end if;
  new_mail := jsonb_populate_record(null::public.received_mails, jsonb_build_object(
    'from_name', '', 'subject', '', 'body', '', 'folds', '{}'::integer[], 'is_cut', false, 'is_other_address', false
  ) || (mail - 'lead_id' - 'message_id' - 'state'));
  -- When the server began to read it, at most a minute ago.
  new_mail.received_at := least(now(), greatest(now() - interval '1 minute', coalesce(new_mail.received_at, now())));
  place := private.place_of_mail(mail);
  if place.lead_id is not null then
    -- The lock serializes this mail and an erasure of the lead.
    perform from public.leads where leads.id = place.lead_id and leads.erased_at is null for no key update;
    if not found then
      place := row(null, 'unknown-sender', false, false)::private.mail_match;
    end if;
  end if;
  new_mail.reason := place.reason;
  new_mail.is_other_address := place.is_other_address;
  new_mail.state := case
    when kind in ('auto-reply', 'list', 'own', 'notice') then 'machine'
    when kind = 'bounce' then 'bounce'
    when is_left or kind = 'doubt' or private.is_of_team(new_mail.from_address) or place.lead_id is null then 'triage'
    when place.is_guess then 'guess'
    else 'joined'
  end;
  if new_mail.state in ('machine', 'bounce') or is_left or kind in ('unreadable', 'doubt') then
    new_mail.reason := kind;
  elsif new_mail.state = 'triage' and place.lead_id is not null then
    new_mail.reason := 'team';
  end if;
  if new_mail.state = 'bounce' then
    -- The lock serializes this mail and an erasure of the lead.
    new_mail.lead_id := (
      select leads.id from public.leads
      where leads.id = private.lead_of_bounce(mail_ids, place.lead_id) and leads.erased_at is null
      for no key update
    );
  elsif new_mail.state in ('joined', 'guess', 'machine') then
    new_mail.lead_id := place.lead_id;
  end if;
  if is_left and not private.may_list_mail()
    or not is_left and private.is_over_mail_limit(new_mail.lead_id, new_mail.from_address, new_mail.size_bytes)
  then
    delete from private.mail_parts where mail_parts.mail_id = new_mail.id;
    return null;
  end if;
  if new_mail.state = 'bounce' and mail ? 'problem' then
    addressee := (select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place limit 1);
    select * into reply from public.lead_messages
    where id = private.bounced_reply(mail_ids, case when addressee is null then place.lead_id end);
    update public.lead_messages
    set delivery_state = 'failed', delivery_problem = left(mail ->> 'problem', 300), bounced_at = now()
    where lead_messages.id = reply.id;
    delete from private.outbox where outbox.message_id = reply.id;
    perform private.set_address_bounced_at((select leads.email from public.leads where leads.id = new_mail.lead_id), now());
  end if;
  if new_mail.state in ('joined', 'guess') then
    new_mail.message_id := private.add_mail_message(new_mail, place.lead_id);
  end if;
  if kind = 'person' and new_mail.sender_check is distinct from 'unconfirmed' then
    perform private.set_address_bounced_at(new_mail.from_address, null);
  end if;
  insert into public.received_mails select new_mail.*;
  perform private.notify_staff(
    case when new_mail.state = 'triage' then 'mail' else 'answer' end, new_mail.lead_id, null,
    case when new_mail.state = 'triage' then new_mail.id end
  )
  where new_mail.state in ('joined', 'guess', 'triage');
  if raw is not null then
    insert into private.mail_parts (mail_id, part, bytes) values (new_mail.id, 0, decode(raw, 'base64'));
  end if;
  perform private.add_mail_files(new_mail.id, new_mail.lead_id, coalesce(mail -> 'files', '[]'));
  delete from private.mail_parts as part
  where part.stored_at < now() - interval '1 day'
    and not exists (select from public.received_mails as kept where kept.id = part.mail_id);
  return jsonb_build_object('id', new_mail.id, 'state', new_mail.state, 'lead_id', new_mail.lead_id, 'is_new', true);
end;
$$;
-- Called by each server every few seconds and when it stops. `reads` is a list of {account, hour, relation, rows, address}
-- that it has counted since the last call. An entry is written at once when an account's rows of a table pass 500, 5,000
-- and so on within an hour; after the hour one with the true amounts, in write_read_hours().
create or replace function public.record_reads(reads jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  given record;
  so_far bigint;
begin
  for given in
    select account, hour, relation, sum(rows) as rows, max(address) as address
    from jsonb_to_recordset(record_reads.reads)
      as listed (account uuid, hour timestamptz, relation text, rows bigint, address text)
    group by account, hour, relation
    -- Always in this order, so that two servers do not wait for each other.
    order by account, hour, relation
  loop
    insert into private.read_counts as counted (account_id, hour, relation, total, network)
    values (
      given.account, date_trunc('hour', given.hour), left(given.relation, 50), given.rows,
      private.audit_network(given.address)
    )
    on conflict (account_id, hour, relation) do update
    set total = counted.total + excluded.total, network = coalesce(excluded.network, counted.network)
    returning counted.total into so_far;
    if exists (
      select from unnest(array[500, 5000, 50000, 500000]) as mark
      where so_far >= mark and so_far - given.rows < mark
    ) then
      perform private.audit(
        'exports', 'read', left(given.relation, 50), amount => least(so_far, 2147483647)::integer,
        account => given.account, address => given.address
      );
    end if;
  end loop;
  perform private.write_read_hours();
end;
$$;
-- Makes failed digests due again: once the mail server works, it works for all colleagues.
create or replace function public.retry_notices() returns void
  language sql volatile security definer set search_path = ''
as $$
  select private.require_owner();
  update private.staff_mail set queued_at = null, late_at = null, queued = 0, problem = null, failed_at = null where problem is not null;
  select pg_notify('table_changed', 'private.staff_notifications');
$$;
-- The contents of a digest, read when it is sent: at most 30 leads and emails, first those whose target has passed,
-- then the longest wait; `total` is all. Marks what it names.
create or replace function public.staff_digest(mail uuid) returns jsonb
  language sql volatile security definer set search_path = ''
as $$
  with listed as materialized (
    select item.lead_id, item.received_mail_id, array_agg(item.kind) as kinds
    from private.staff_notifications as item where item.mail_id = mail group by item.lead_id, item.received_mail_id
  ),
  entries as materialized (
    select
      lead.id as lead, null::uuid as letter, listed.kinds, lead.name, lead.company, lead.service_name as service, waiting.since, waiting.target_at,
      left(coalesce((
        select message.message from public.lead_messages as message
        where message.lead_id = lead.id and message.sender_type <> 'admin'
        order by message.created_at desc, message.id desc limit 1
      ), lead.message), 200) as words,
      (
        select coalesce(profiles.full_name, profiles.email) from public.lead_notes as note
        join public.profiles on profiles.id = note.author_id
        where note.lead_id = lead.id and note.mentions <> '{}' and 'mention' = any (listed.kinds)
        order by note.created_at desc limit 1
      ) as mentioned_by,
      (
        select jsonb_build_object('at', booking.starts_at, 'state', booking.state) from public.bookings as booking
        where booking.lead_id = lead.id and 'booking' = any (listed.kinds)
        order by booking.state = 'booked' desc, booking.starts_at desc limit 1
      ) as call
    from listed
    join public.leads as lead on lead.id = listed.lead_id
    left join public.leads_needing_reply as waiting on waiting.lead_id = lead.id
    union all
    select null, letter.id, listed.kinds, coalesce(nullif(letter.from_name, ''), letter.from_address), null, nullif(letter.subject, ''),
      letter.received_at, letter.target_at, left(letter.body, 200), null, null
    from listed
    join public.received_mails as letter on letter.id = listed.received_mail_id and letter.state = 'triage'
    where listed.lead_id is null and listed.kinds && '{mail,late}'
  ),
  ranked as materialized (
    select
      entries.*,
      row_number() over (order by 'late' = any (entries.kinds) desc, entries.since, entries.lead, entries.letter) as rank
    from entries
  ),
  marked as (
    update private.staff_notifications as item
    set is_named = not exists (
      select from ranked where ranked.rank > 30 and coalesce(ranked.lead, ranked.letter) = coalesce(item.lead_id, item.received_mail_id)
    )
    where item.mail_id = mail
  )
  select jsonb_build_object(
    'entries', coalesce((
      select jsonb_agg(
        to_jsonb(first) - '{target_at,letter,rank}'::text[] || jsonb_build_object(
          'minutes', private.business_minutes_between(first.since, now()), 'is_late', coalesce(first.target_at <= now(), false)
        ) order by first.rank
      )
      from ranked as first where first.rank <= 30
    ), '[]'),
    'total', (select count(*) from entries),
    'reports', (
      select count(*) from public.accessibility_feedback as report
      where report.responded_at is null and exists (select from listed where 'report' = any (listed.kinds))
    )
  );
$$;
ALTER TABLE "private"."staff_notifications" ADD CONSTRAINT "staff_notifications_once" UNIQUE NULLS NOT DISTINCT (colleague_id, kind, lead_id, received_mail_id);
ALTER TABLE "private"."staff_notifications" ADD CONSTRAINT "staff_notifications_received_mail_id_fkey" FOREIGN KEY (received_mail_id) REFERENCES public.received_mails(id) ON DELETE CASCADE;
ALTER TABLE "public"."audit_log" ADD CONSTRAINT "audit_log_sizes" CHECK (((char_length(account_name) <= 200) AND (char_length(account_email) <= 255) AND (char_length(network) <= 50) AND (char_length(action) <= 50) AND (char_length(kind) <= 50) AND (char_length(record_id) <= 100) AND (char_length(record_name) <= 200) AND (cardinality(details) <= 60)));
CREATE INDEX staff_notifications_received_mail ON private.staff_notifications USING btree (received_mail_id) WHERE (received_mail_id IS NOT NULL);
CREATE TRIGGER audit_direct_session AFTER INSERT ON backend.direct_sessions FOR EACH ROW EXECUTE FUNCTION private.audit_direct_session();
CREATE TRIGGER end_wait AFTER INSERT OR UPDATE OF state ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.end_wait_of_call();
CREATE POLICY "agents appear to each other" ON "realtime"."messages" FOR INSERT TO "authenticated" WITH CHECK (((extension = 'presence'::text) AND (( SELECT realtime.topic() AS topic) = 'inbox-presence'::text) AND ( SELECT (COALESCE(current_setting('realtime.presence_key'::text, true), (auth.uid())::text) = (auth.uid())::text)) AND ( SELECT public.can_handle_leads() AS can_handle_leads)));
COMMENT ON COLUMN "private"."read_counts"."network" IS 'of the last of these requests';
COMMENT ON COLUMN "private"."staff_mail"."late_at" IS 'when the last digest was queued that named someone because their target had passed';
COMMENT ON COLUMN "private"."staff_notifications"."is_named" IS 'whether its digest names it; the others stay for the next one';
COMMENT ON COLUMN "private"."staff_notifications"."lead_id" IS 'null: reports, or an email to sort';
COMMENT ON COLUMN "private"."staff_notifications"."received_mail_id" IS 'an email to sort; its foreign key is in 54-mail-in';
COMMENT ON COLUMN "public"."audit_log"."account_email" IS 'its email address at that time, because anyone may choose the name of another; null after an erasure';
REVOKE ALL ON FUNCTION "private"."audit_account_label"(uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."audit_direct_session"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."check_lead_name"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."end_wait_of_call"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."has_visible_character"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."is_any_digest_due"(uuid, text[], timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."is_name_of_role"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."name_skeleton"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."notify_staff"(text, uuid, uuid[], uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."require_seen_replies"(uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."visible_name"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."write_read_hours"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "public"."audit_accounts"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."audit_accounts"() TO "authenticated", "service_role";
REVOKE ALL ON FUNCTION "public"."consultation"(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."consultation"(text) TO "anon", "authenticated", "service_role";
REVOKE ALL ON FUNCTION "public"."counted_tables"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."counted_tables"() TO "service_role";
REVOKE ALL ON FUNCTION "public"."lead_work"(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."lead_work"(uuid[]) TO "authenticated", "service_role";
REVOKE ALL ON FUNCTION "public"."record_reads"(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."record_reads"(jsonb) TO "service_role";

select private.register_personal_data('private.read_counts', 'expires', 'network');

select private.register_personal_data('public.audit_log', 'account', 'account_name account_email network record_name');

select private.register_personal_data('realtime.statement_images', 'expires', 'old_rows new_rows');

select private.register_personal_data('realtime.statement_images', 'none', 'transaction');

-- Last, by hand:
update public.profiles set full_name = private.visible_name(full_name)
where full_name ~ '[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]';

-- Notifications that meant every email to sort become one for each.
insert into private.staff_notifications (colleague_id, kind, received_mail_id, at, mail_id)
select item.colleague_id, item.kind, letter.id, item.at, item.mail_id
from private.staff_notifications as item
cross join public.received_mails as letter
where item.kind in ('mail', 'late') and item.lead_id is null and item.received_mail_id is null and letter.state = 'triage'
on conflict do nothing;
delete from private.staff_notifications as item
where item.kind in ('mail', 'late') and item.lead_id is null and item.received_mail_id is null;

select private.refresh_leads_needing_reply(array(select distinct lead_id from public.bookings));
