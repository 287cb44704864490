-- Who is staff. An account alone is nothing: a row in staff, or the open sign-up mode, makes it so.

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  constraint staff_role_known check (role in ('owner', 'editor', 'agent', 'viewer'))
);

-- One row, written by the server alone: the sign-up policy must not be in reach of an account.
create table public.settings (
  id boolean primary key default true,
  sign_up_mode text not null default 'approval',
  local_mode boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint settings_one_row check (id),
  constraint settings_sign_up_mode_known check (sign_up_mode in ('open', 'approval', 'closed'))
);
insert into public.settings default values;

create trigger settings_updated_at before update on public.settings
  for each row execute function private.set_updated_at();

alter table public.staff enable row level security;
alter table public.staff force row level security;
alter table public.settings enable row level security;
alter table public.settings force row level security;

grant select on public.staff to authenticated;
grant select, insert, update, delete on public.staff to service_role;
grant select, insert, update on public.settings to service_role;
-- The row stays: without it nobody could tell the mode.
revoke delete, truncate on public.settings from service_role;

-- The caller's roles: its row in staff, and agent + editor while sign-up is open. An anonymous, banned or
-- deleted account has none, whatever its token still says. Empty means: waiting.
create function public.my_roles() returns text[]
  language sql stable security definer set search_path = ''
as $$
  with caller as (
    select users.id
    from auth.users
    where users.id = auth.uid()
      and users.is_anonymous is not true
      and users.deleted_at is null
      and (users.banned_until is null or users.banned_until <= now())
  ),
  granted (role) as (
    select staff.role
    from public.staff
    join caller on caller.id = staff.user_id
    union
    select open_role.role
    from caller
    cross join (values ('agent'), ('editor')) as open_role (role)
    where exists (select from public.settings where sign_up_mode = 'open')
  )
  select coalesce(
    array_agg(role order by array_position(array['owner', 'agent', 'editor', 'viewer'], role)),
    '{}'
  )
  from granted;
$$;

-- Policies call these inside `(select …)`, so that each is asked once a statement and not once a row.
create function public.is_staff() returns boolean
  language sql stable security definer set search_path = ''
as $$ select cardinality(public.my_roles()) > 0 $$;

create function public.can_handle_leads() returns boolean
  language sql stable security definer set search_path = ''
as $$ select public.my_roles() && array['owner', 'agent'] $$;

create function public.can_edit_content() returns boolean
  language sql stable security definer set search_path = ''
as $$ select public.my_roles() && array['owner', 'editor'] $$;

create function public.is_owner() returns boolean
  language sql stable security definer set search_path = ''
as $$ select 'owner' = any (public.my_roles()) $$;

revoke execute on function
  public.my_roles(), public.is_staff(), public.can_handle_leads(), public.can_edit_content(), public.is_owner()
  from public, anon, authenticated;
grant execute on function
  public.my_roles(), public.is_staff(), public.can_handle_leads(), public.can_edit_content(), public.is_owner()
  to authenticated, service_role;

-- An account sees its own role; an owner sees the whole team.
create policy "own role, owners all" on public.staff for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_owner()));
