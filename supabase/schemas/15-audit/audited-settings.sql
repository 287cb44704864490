-- Audit log entries about settings, roles, accessibility reports and erasures.

-- A new version of the agency's settings: the changed fields.
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

-- Rules for the team and the months of retention: the new values.
create function private.audit_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit('settings', 'changed', rule, details => array[coalesce(to_jsonb(new) ->> rule, 'never')])
  from unnest(private.audited_changes(to_jsonb(old), to_jsonb(new))) as rule
  where rule in ('sign_up_mode', 'require_second_factor', 'retention_months') and private.is_audited_caller();
  return null;
end;
$$;

-- Role changes, also those of `./fairlead staff`.
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
      'staff', account::text, private.audit_account_label(account), details => array[role]
    );
  end if;
  return null;
end;
$$;

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

create function private.audit_erasure() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.audit('leads', 'erased', 'person');
  end if;
  return null;
end;
$$;
