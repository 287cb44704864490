-- Counts wrong passwords and codes of an account within an hour, for the audit log (docs/decisions/0055-audit-log.md).
-- An entry is written at 1, 10, 100 and 1,000 attempts, so an attacker cannot fill the log.
create table private.failed_sign_ins (
  account_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  begun_at timestamptz not null default now(),
  total integer not null,
  primary key (account_id, kind),
  constraint failed_sign_ins_kind_known check (kind in ('password', 'code'))
);

-- Counts a failure of `account` or of the account with the entered `email`. Unknown addresses are not counted.
create function public.record_failed_sign_in(kind text, account uuid, email text, address text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  known constant uuid := coalesce(account, (
    select users.id from auth.users
    where users.email = lower(btrim(record_failed_sign_in.email)) and not users.is_sso_user and users.deleted_at is null
  ));
  so_far integer;
begin
  if known is null or not private.is_audited_account(known) then
    return;
  end if;
  insert into private.failed_sign_ins as counted (account_id, kind, total)
  values (known, record_failed_sign_in.kind, 1)
  on conflict (account_id, kind) do update
  set begun_at = case when counted.begun_at > now() - interval '1 hour' then counted.begun_at else now() end,
    total = case when counted.begun_at > now() - interval '1 hour' then counted.total + 1 else 1 end
  returning counted.total into so_far;
  if so_far in (1, 10, 100, 1000) then
    perform private.audit(
      'sign_ins', record_failed_sign_in.kind || '_wrong', 'account', amount => so_far, account => known,
      address => record_failed_sign_in.address
    );
  end if;
end;
$$;
grant execute on function public.record_failed_sign_in(text, uuid, text, text) to service_role;
