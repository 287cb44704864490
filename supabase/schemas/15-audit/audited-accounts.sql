-- Audit log entries about accounts: sign-ins, second factors, changed addresses and passwords.

-- A new session of an account with a role, and its second factor. The network is the one that opened the session.
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

-- A second factor that was set up or removed, but not one that was deleted with its account.
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

-- A changed password or address of an account with a role, and a deleted account.
create function private.audit_account() returns trigger
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

create trigger audit_account after update of encrypted_password, email on auth.users
  for each row execute function private.audit_account();

create trigger audit_account_deleted after delete on auth.users
  for each row execute function private.audit_account();

-- A session of the login by which programs of the machine open the embedded database (DATABASE_PORT). Without the
-- caller's settings, which such a program may choose.
create function private.audit_direct_session() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit('sign_ins', 'opened', 'database', account => null, address => null);
  return null;
end;
$$;

-- Only our own backend has this table.
do $$
begin
  create trigger audit_direct_session after insert on backend.direct_sessions
    for each row execute function private.audit_direct_session();
exception
  when undefined_table or invalid_schema_name or insufficient_privilege then
    raise notice 'no table backend.direct_sessions: this database has no login for programs';
end;
$$;
