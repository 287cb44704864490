-- Accounts by what they may do, for colleagues who may do the same.
-- Whether an account has a role, or is an owner; while sign-up is open, every account has it.
create function private.account_has_role(account uuid, wanted text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from auth.users
    where users.id = account
      and users.is_anonymous is not true
      and users.deleted_at is null
      and users.confirmed_at is not null
      and (users.banned_until is null or users.banned_until <= now())
      and (
        exists (select from public.staff where staff.user_id = users.id and staff.role in ('owner', wanted))
        or exists (select from public.settings where sign_up_mode = 'open')
      )
  );
$$;

-- The accounts with a role, by name; at most 200. Functions that call this check their caller.
create function private.colleagues(wanted text) returns table (id uuid, name text)
  language sql stable security definer set search_path = '' rows 10
as $$
  select users.id, coalesce(nullif(profiles.full_name, ''), users.email::text)
  from auth.users
  left join public.profiles on profiles.id = users.id
  where users.id in (
      select staff.user_id from public.staff where staff.role in ('owner', wanted)
      union all
      (
        select accounts.id from auth.users as accounts
        where exists (select from public.settings where sign_up_mode = 'open')
        order by accounts.created_at limit 200
      )
    )
    and private.account_has_role(users.id, wanted)
  order by 2, 1
  limit 200;
$$;

-- Accounts that may edit content, including the caller, for the editor that shows who has a record open.
create function public.content_colleagues() returns table (id uuid, name text)
  language sql stable security definer set search_path = '' rows 10
as $$ select * from private.colleagues('editor') where (select public.can_edit_content()) $$;
grant execute on function public.content_colleagues() to authenticated, service_role;
