-- Assignees of leads: accounts that may handle leads. An account that loses this right is removed from its leads.
create function private.may_handle_leads(account uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$ select private.account_has_role(account, 'agent') $$;

-- Accounts that a lead can be assigned to, including the caller, by name; at most 200.
create function public.lead_colleagues() returns table (id uuid, name text)
  language sql stable security definer set search_path = '' rows 10
as $$ select * from private.colleagues('agent') where (select public.can_handle_leads()) $$;
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
