-- Settings of the site, in one row. Accounts cannot write to it; owners change some values through functions.
create table public.settings (
  id boolean primary key default true,
  sign_up_mode text not null default 'approval',
  local_mode boolean not null default false,
  require_second_factor boolean not null default false,
  updated_at timestamptz not null default now(),
  -- Months after the last contact until a lead is erased; null: never. A client (a lead with a Stripe customer) is kept
  -- for seven years.
  retention_months smallint default 24,
  -- For the setup checklist (20-agency/first-run.sql): steps that no other table shows.
  mail_tested_at timestamptz,
  first_run_dismissed_at timestamptz,
  -- True after an upgrade: nothing is erased until an owner confirms retention_months.
  retention_waits boolean not null default false,
  constraint settings_one_row check (id),
  constraint settings_sign_up_mode_known check (sign_up_mode in ('open', 'approval', 'closed')),
  constraint settings_retention_months_range check (retention_months between 1 and 120)
);

revoke delete, truncate on public.settings from service_role;

create trigger settings_updated_at before update on public.settings
  for each row execute function private.set_updated_at();
create trigger audit_changed after update on public.settings
  for each row execute function private.audit_settings();
create trigger notify_changed after update of retention_months on public.settings
  for each row when (old.retention_months is distinct from new.retention_months)
  execute function private.notify_table_changed();
create trigger notify_changed_rules after update on public.settings
  for each row when (old.require_second_factor <> new.require_second_factor)
  execute function private.notify_changed_rules();
create trigger notify_decided after update of retention_waits on public.settings
  for each row when (old.retention_waits is distinct from new.retention_waits)
  execute function private.notify_table_changed();
create trigger unassign_leads after update of sign_up_mode on public.settings
  for each row when (old.sign_up_mode = 'open' and new.sign_up_mode <> 'open')
  execute function private.unassign_leads_of_former();

create function public.team_rules() returns table (sign_up_mode text, require_second_factor boolean)
  language plpgsql stable security definer set search_path = '' rows 1
as $$
begin
  perform private.require_owner();
  return query select settings.sign_up_mode, settings.require_second_factor from public.settings;
end;
$$;
grant execute on function public.team_rules() to authenticated, service_role;

-- Turns the rule that all staff need a second factor on or off. An owner must have used one to turn it on, or the
-- rule would lock the owner out.
create function public.require_second_factor(required boolean) returns void
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
grant execute on function public.require_second_factor(boolean) to authenticated, service_role;
