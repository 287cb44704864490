-- What is written into the audit log, by triggers, so that a call of the API writes it as a screen does. The insert of a lead
-- by a visitor is not here and has no trigger of this file.

-- The columns that differ, without those that the database keeps by itself.
create function private.audited_changes(before jsonb, after jsonb) returns text[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(part.key order by part.key), '{}')
  from jsonb_each(after) as part
  where part.key <> all (array['updated_at', 'is_sample']) and part.value is distinct from before -> part.key;
$$;

-- Whether a change of this row only follows from another one: the pictures of a record that goes into the trash or comes
-- back, and the category of a service that lost it with the category. (Cascades are at the depth of their statement.)
create function private.follows_by_itself(before jsonb, after jsonb) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.deleted_content as trash
    where (trash.kind, trash.record_id) in (
      ('services', (coalesce(after, before) ->> 'service_id')::uuid), ('apps', (coalesce(after, before) ->> 'app_id')::uuid)
    )
  ) or (
    private.audited_changes(before, after) = array['category_id']
    and after ->> 'category_id' is null
    and not exists (select from public.categories where categories.id = (before ->> 'category_id')::uuid)
  )
$$;

-- Content. Arguments: the area; how many records of one statement are named one by one, more of them are one entry.
create function private.audit_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := tg_argv[1];
  kind constant text := tg_table_name;
  many constant text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
  touched jsonb;
  total integer;
  change jsonb;
  content jsonb;
  id uuid;
  action text;
  details text[];
begin
  if not private.is_audited_caller() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select coalesce(max(part.total), 0), jsonb_agg(part.change) into total, touched
    from (
      select jsonb_build_object('after', to_jsonb(added)) as change, count(*) over () as total
      from added
      where not private.follows_by_itself(null, to_jsonb(added))
      limit most
    ) as part;
  elsif tg_op = 'UPDATE' then
    select coalesce(max(part.total), 0), jsonb_agg(part.change) into total, touched
    from (
      select
        jsonb_build_object('before', to_jsonb(removed), 'after', to_jsonb(added)) as change, count(*) over () as total
      from removed
      join added on added.id = removed.id
      where private.audited_changes(to_jsonb(removed), to_jsonb(added)) <> '{}'
        and not private.follows_by_itself(to_jsonb(removed), to_jsonb(added))
      limit most
    ) as part;
  else
    -- A sample that the server removes is nobody's work.
    select coalesce(max(part.total), 0), jsonb_agg(part.change) into total, touched
    from (
      select jsonb_build_object('before', to_jsonb(removed)) as change, count(*) over () as total
      from removed
      where not private.follows_by_itself(to_jsonb(removed), null)
        and (auth.uid() is not null or (to_jsonb(removed) ->> 'is_sample')::boolean is not true)
      limit most
    ) as part;
  end if;
  if total > most then
    perform private.audit(tg_argv[0], many, kind, amount => total);
    return null;
  end if;

  for change in select jsonb_array_elements(touched) loop
    content := coalesce(change -> 'after', change -> 'before');
    id := content ->> 'id';
    action := many;
    details := '{}';
    if tg_op = 'UPDATE' then
      details := private.audited_changes(change -> 'before', content);
      if 'is_published' = any (details) then
        action := case
          when content ->> 'is_published' <> 'true' then 'unpublished'
          when (content ->> 'published_at')::timestamptz > now() then 'scheduled'
          else 'published'
        end;
      end if;
    elsif exists (
      select from public.deleted_content as trash where trash.kind = tg_table_name and trash.record_id = id
    ) then
      -- Its row in the trash is there before it goes, and until it has come back.
      action := case tg_op when 'INSERT' then 'restored' else 'trashed' end;
    end if;
    perform private.audit(
      tg_argv[0], action, kind, id::text,
      coalesce(content ->> 'name', content ->> 'title', content ->> 'from_path'), details => details
    );
  end loop;
  return null;
end;
$$;

-- Content has one row a record; pictures and partners are put in order several at once.
do $$
declare
  target text;
  most integer;
begin
  for target, most in
    select found.name, case when found.name in ('media', 'app_media', 'partners') then 1 else 20 end
    from (
      select tgrelid::regclass::text as name from pg_trigger where tgname = 'keep_version'
      union
      select unnest(array['categories', 'partners', 'media', 'app_media', 'redirects'])
    ) as found
  loop
    execute format(
      'create trigger audit_created after insert on public.%1$I referencing new table as added
         for each statement execute function private.audit_rows(''content'', %2$s)',
      target, most
    );
    execute format(
      'create trigger audit_changed after update on public.%1$I referencing old table as removed new table as added
         for each statement execute function private.audit_rows(''content'', %2$s)',
      target, most
    );
    execute format(
      'create trigger audit_deleted after delete on public.%1$I referencing old table as removed
         for each statement execute function private.audit_rows(''content'', %2$s)',
      target, most
    );
  end loop;
end;
$$;

-- Deleted for good, by an editor: what comes back is there already, and what the job removes is old.
create function private.audit_emptied_trash() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  gone public.deleted_content;
  is_there boolean;
begin
  if auth.uid() is null then
    return null;
  end if;
  for gone in select * from removed limit 100 loop
    execute format('select exists (select from public.%I where id = $1)', gone.kind) into is_there using gone.record_id;
    if not is_there then
      perform private.audit('content', 'deleted', gone.kind, gone.record_id::text, gone.name);
    end if;
  end loop;
  return null;
end;
$$;
create trigger audit_deleted after delete on public.deleted_content
  referencing old table as removed for each statement execute function private.audit_emptied_trash();

-- A new version of the agency's details: the fields that it changed.
create function private.audit_agency_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before public.agency_settings;
begin
  if not private.is_audited_caller() then
    return null;
  end if;
  select * into before from public.agency_settings where agency_settings.id < new.id
  order by agency_settings.id desc limit 1;
  perform private.audit(
    'settings', case when new.restored_from is null then 'changed' else 'restored' end, 'agency_settings', new.id::text,
    details => array(
      select distinct part.key
      from (
        select 'facts' as key, new.facts as after, coalesce(before.facts, '{}') as before
        union all
        select texts.key, texts.value, coalesce(before.texts -> texts.key, '{}') from jsonb_each(new.texts) as texts
      ) as parts
      cross join lateral (
        select key from jsonb_object_keys(parts.after || parts.before) as key
        where parts.after -> key is distinct from parts.before -> key
      ) as part
      order by part.key
    )
  );
  return null;
end;
$$;
create trigger audit_saved after insert on public.agency_settings
  for each row execute function private.audit_agency_settings();

-- What holds for the whole team: the new values.
create function private.audit_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_caller() then
    if old.sign_up_mode <> new.sign_up_mode then
      perform private.audit('settings', 'changed', 'sign_up_mode', details => array[new.sign_up_mode]);
    end if;
    if old.require_second_factor <> new.require_second_factor then
      perform private.audit(
        'settings', 'changed', 'require_second_factor', details => array[new.require_second_factor::text]
      );
    end if;
  end if;
  return null;
end;
$$;
create trigger audit_changed after update on public.settings
  for each row execute function private.audit_settings();

-- Roles, whoever gives them: `npm run staff` as well.
create function private.audit_role() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  role constant text := case when tg_op = 'DELETE' then old.role else new.role end;
begin
  if tg_op <> 'UPDATE' or old.role <> new.role then
    perform private.audit(
      'team', case tg_op when 'INSERT' then 'role_given' when 'UPDATE' then 'role_changed' else 'role_taken' end,
      'staff', account::text, private.audit_account_name(account), details => array[role]
    );
  end if;
  return null;
end;
$$;
create trigger audit_role after insert or update or delete on public.staff
  for each row execute function private.audit_role();

-- Leads: a new status, other facts. Counters that a reply moves are no entry: the reply is its own record. More than 20 of
-- one statement are one entry.
create function private.audit_changed_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 20;
  total integer;
  statuses text[];
  changes jsonb;
  change jsonb;
begin
  if not private.is_audited_caller() then
    return null;
  end if;
  select
    count(*),
    array_agg(distinct part.status) filter (where part.is_moved),
    jsonb_agg(to_jsonb(part)) filter (where part.place <= most)
  into total, statuses, changes
  from (
    select found.*, row_number() over () as place
    from (
      select
        added.id,
        added.status,
        added.status <> removed.status as is_moved,
        array_remove(
          array[
            case when added.name <> removed.name then 'name' end,
            case when added.email <> removed.email then 'email' end,
            case when added.company is distinct from removed.company then 'company' end,
            case when added.phone is distinct from removed.phone then 'phone' end,
            case when added.message is distinct from removed.message then 'message' end,
            case when added.assignee_id is distinct from removed.assignee_id then 'assignee_id' end,
            case when added.stripe_customer_id is distinct from removed.stripe_customer_id then 'stripe_customer_id' end
          ],
          null
        ) as facts
      from removed
      join added on added.id = removed.id
    ) as found
    where found.is_moved or found.facts <> '{}'
  ) as part;
  if total > most then
    perform private.audit(
      'leads', case when statuses is null then 'changed' else 'status' end, 'leads', amount => total, details => statuses
    );
    return null;
  end if;
  for change in select jsonb_array_elements(changes) loop
    if (change ->> 'is_moved')::boolean then
      perform private.audit('leads', 'status', 'leads', change ->> 'id', details => array[change ->> 'status']);
    end if;
    if change -> 'facts' <> '[]' then
      perform private.audit(
        'leads', 'changed', 'leads', change ->> 'id',
        details => array(select jsonb_array_elements_text(change -> 'facts'))
      );
    end if;
  end loop;
  return null;
end;
$$;
create trigger audit_changed after update on public.leads
  referencing old table as removed new table as added
  for each statement execute function private.audit_changed_leads();

-- Leads, and possible spam: what left quarantine as a lead was moved, the rest deleted. What the job deletes after 24 months
-- is no entry.
create function private.audit_deleted_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 20;
  deleted text[];
  gone record;
begin
  if not private.is_audited_caller() then
    return null;
  end if;
  deleted := '{}';
  for gone in
    select removed.id, exists (select from public.leads where leads.id = removed.id) as is_lead
    from removed
    where tg_table_name = 'leads' or auth.uid() is not null or removed.created_at > now() - interval '24 months'
  loop
    if gone.is_lead then
      perform private.audit('leads', 'restored', 'leads', gone.id::text);
    else
      deleted := deleted || gone.id::text;
    end if;
  end loop;
  if cardinality(deleted) > most then
    perform private.audit('leads', 'deleted', tg_table_name, amount => cardinality(deleted));
  else
    perform private.audit('leads', 'deleted', tg_table_name, one.id) from unnest(deleted) as one (id);
  end if;
  return null;
end;
$$;
create trigger audit_deleted after delete on public.leads
  referencing old table as removed for each statement execute function private.audit_deleted_leads();
create trigger audit_deleted after delete on public.quarantined_leads
  referencing old table as removed for each statement execute function private.audit_deleted_leads();

-- As before, but the lead is there when its row in quarantine goes, which is how the log tells it from a deleted one.
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
  select * into quarantined from public.quarantined_leads where quarantined_leads.id = lead_id for update;
  if quarantined.id is null then
    raise exception 'This message is no longer in the spam list.'
      using errcode = 'P0001', detail = 'not_quarantined',
        hint = 'Someone may have restored it already. Refresh the list.';
  end if;
  insert into public.leads
  select restored.* from jsonb_populate_record(null::public.leads, to_jsonb(quarantined)) as restored;
  delete from public.quarantined_leads where quarantined_leads.id = lead_id;
  return quarantined.id;
end;
$$;

-- Without the address: only that it was done.
create function private.audit_refusal() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.audit('leads', case tg_op when 'INSERT' then 'refused' else 'allowed' end, 'do_not_contact');
  end if;
  return null;
end;
$$;
create trigger audit_refusal after insert or delete on private.do_not_contact
  for each row execute function private.audit_refusal();

create function private.audit_feedback() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.audit(
      'leads', case tg_op when 'UPDATE' then 'answered' else 'deleted' end, 'accessibility_feedback', old.id::text
    );
  end if;
  return null;
end;
$$;
create trigger audit_answered after update of response on public.accessibility_feedback
  for each row when (old.response is distinct from new.response) execute function private.audit_feedback();
create trigger audit_deleted after delete on public.accessibility_feedback
  for each row execute function private.audit_feedback();

-- A session of an account with a role, and its proof by a second factor; the address is the one the session was opened from.
create function private.audit_session() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_account(new.user_id) then
    perform private.audit(
      'sign_ins', case tg_op when 'INSERT' then 'signed_in' else 'second_factor' end, 'session',
      account => new.user_id, address => coalesce(host(new.ip), private.request_address())
    );
  end if;
  return null;
end;
$$;
create trigger audit_sign_in after insert on auth.sessions
  for each row execute function private.audit_session();
create trigger audit_second_factor after update of aal on auth.sessions
  for each row when (new.aal::text = 'aal2' and old.aal::text is distinct from 'aal2')
  execute function private.audit_session();

-- A second factor that was set up or removed; not those that go with their account.
create function private.audit_factor() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  if private.is_audited_account(account) and exists (select from auth.users where users.id = account) then
    perform private.audit(
      'sign_ins', case tg_op when 'DELETE' then 'factor_removed' else 'factor_added' end, 'factor',
      account => account
    );
  end if;
  return null;
end;
$$;
create trigger audit_factor_added after update of status on auth.mfa_factors
  for each row when (new.status::text = 'verified' and old.status::text <> 'verified')
  execute function private.audit_factor();
create trigger audit_factor_removed after delete on auth.mfa_factors
  for each row when (old.status::text = 'verified') execute function private.audit_factor();

-- Another password or address of an account with a role, and an account that somebody deleted.
create function private.audit_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if auth.uid() is not null then
      perform private.audit('team', 'deleted', 'account', old.id::text);
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
create trigger audit_account after update of encrypted_password, email on auth.users
  for each row execute function private.audit_account();
create trigger audit_account_deleted after delete on auth.users
  for each row execute function private.audit_account();

-- As before, and the log has it when a recovery code was used or was wrong.
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
    if private.is_audited_account(auth.uid()) then
      perform private.audit('sign_ins', 'recovery_code_wrong', 'factor');
    end if;
    return 'wrong';
  end if;
  if private.is_audited_account(auth.uid()) then
    perform private.audit('sign_ins', 'recovery_code_used', 'factor');
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

-- Said before the first row of an export is read: what cannot be written here is not exported. The number is that of leads
-- with the status; of a search it is not known yet.
create function public.record_leads_export(status text default null, is_search boolean default false) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  perform private.audit(
    'exports', 'exported', 'leads',
    amount => case when not is_search then (
      select coalesce(sum(totals.total), 0)::integer from public.lead_totals as totals
      where record_leads_export.status is null or totals.status = record_leads_export.status
    ) end,
    details => array_remove(array[left(record_leads_export.status, 50)], null)
  );
end;
$$;

-- Said by the server of a response with many rows of people; one entry for each account and table in ten minutes. `account`
-- is null of the secret key.
create function public.record_bulk_read(account uuid, relation text, rows_read integer, address text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.audit_log as recent
    where recent.account_id is not distinct from record_bulk_read.account
      and recent.area = 'exports'
      and recent.action = 'read'
      and recent.kind = record_bulk_read.relation
      and recent.created_at > now() - interval '10 minutes'
  ) then
    perform private.audit(
      'exports', 'read', record_bulk_read.relation, amount => rows_read, account => record_bulk_read.account,
      address => record_bulk_read.address
    );
  end if;
end;
$$;

revoke execute on function
  private.audited_changes(jsonb, jsonb), private.follows_by_itself(jsonb, jsonb), private.audit_rows(), private.audit_emptied_trash(),
  private.audit_agency_settings(), private.audit_settings(), private.audit_role(), private.audit_changed_leads(),
  private.audit_deleted_leads(), private.audit_refusal(), private.audit_feedback(), private.audit_session(),
  private.audit_factor(), private.audit_account()
  from public;
revoke execute on function
  public.record_leads_export(text, boolean), public.record_bulk_read(uuid, text, integer, text)
  from public, anon, authenticated;
grant execute on function public.record_leads_export(text, boolean) to authenticated;
grant execute on function public.record_bulk_read(uuid, text, integer, text) to service_role;
