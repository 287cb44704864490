-- Assignees of leads: accounts that may handle leads. An account that loses this right is removed from its leads.
create function private.may_handle_leads(account uuid) returns boolean
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
        exists (select from public.staff where staff.user_id = users.id and staff.role in ('owner', 'agent'))
        or exists (select from public.settings where sign_up_mode = 'open')
      )
  );
$$;

-- Accounts that a lead can be assigned to, including the caller, by name; at most 200.
create function public.lead_colleagues() returns table (id uuid, name text)
  language sql stable security definer set search_path = '' rows 10
as $$
  select users.id, coalesce(nullif(profiles.full_name, ''), users.email::text)
  from auth.users
  left join public.profiles on profiles.id = users.id
  where (select public.can_handle_leads())
    and users.id in (
      select staff.user_id from public.staff where staff.role in ('owner', 'agent')
      union all
      (
        select accounts.id from auth.users as accounts
        where exists (select from public.settings where sign_up_mode = 'open')
        order by accounts.created_at limit 200
      )
    )
    and private.may_handle_leads(users.id)
  order by 2, 1
  limit 200;
$$;
grant execute on function public.lead_colleagues() to authenticated, service_role;

create function private.check_assignee() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not private.may_handle_leads(new.assignee_id) then
    raise exception 'This colleague can''t handle leads.'
      using errcode = '23514', detail = 'assignee_denied', hint = 'Choose someone who is an owner or agent.';
  end if;
  return new;
end;
$$;

create function private.unassign_leads(account uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.may_handle_leads(account) then
    update public.leads set assignee_id = null where leads.assignee_id = account;
  end if;
end;
$$;

create function private.unassign_leads_of_former() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'settings' then
    perform private.unassign_leads(named.assignee_id)
    from (
      -- one lookup for each colleague, however many leads they have
      with recursive assignees as (
        (
          select leads.assignee_id from public.leads where leads.assignee_id is not null
          order by leads.assignee_id limit 1
        )
        union all
        select (
          select leads.assignee_id from public.leads where leads.assignee_id > assignees.assignee_id
          order by leads.assignee_id limit 1
        )
        from assignees where assignees.assignee_id is not null
      )
      select assignees.assignee_id from assignees where assignees.assignee_id is not null
    ) as named;
  elsif tg_table_name = 'staff' then
    perform private.unassign_leads(old.user_id);
  else
    perform private.unassign_leads(new.id);
  end if;
  return null;
end;
$$;

-- A hosted project may not allow a trigger on auth.users. A banned account then keeps its leads until its role is
-- removed.
do $$
begin
  create trigger unassign_leads after update of banned_until, deleted_at on auth.users
    for each row when (new.banned_until is not null or new.deleted_at is not null)
    execute function private.unassign_leads_of_former();
exception
  when insufficient_privilege then
    raise notice 'no trigger on auth.users: a banned account stays responsible for its leads';
end;
$$;
