-- Who is responsible for a lead: an account that may handle leads now, or nobody. An account that may no longer handle leads is
-- responsible for none: a lead never waits for a colleague who is gone.

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

-- Those whom a lead can be given to, by name; the caller among them. 200 are more than a list can show.
create function public.lead_colleagues() returns table (id uuid, name text)
  language sql stable security definer set search_path = ''
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
create trigger check_assignee before update of assignee_id on public.leads
  for each row when (new.assignee_id is not null and new.assignee_id is distinct from old.assignee_id)
  execute function private.check_assignee();

grant update (assignee_id) on public.leads to authenticated;

-- The lists of one colleague, and of nobody, newest first.
drop index public.leads_assignee;
create index leads_assignee on public.leads (assignee_id, created_at desc, id desc);

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

create trigger unassign_leads after delete or update of role on public.staff
  for each row execute function private.unassign_leads_of_former();
create trigger unassign_leads after update of sign_up_mode on public.settings
  for each row when (old.sign_up_mode = 'open' and new.sign_up_mode <> 'open')
  execute function private.unassign_leads_of_former();
-- Where a project allows no trigger there, a banned account keeps its leads until its role is taken.
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

-- As before, with the lead's assignee: a colleague's id, null for any or nobody's with `only_unassigned`.
drop function public.search_leads(text, text, timestamptz, uuid, integer, boolean);
create function public.search_leads(
  term text,
  status_filter text default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 50,
  only_needing_reply boolean default false,
  assignee uuid default null,
  only_unassigned boolean default false
) returns table (id uuid, created_at timestamptz)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  short constant text := private.short_search_pattern(term);
  page constant integer := least(greatest(coalesce(page_size, 50), 1), 200);
begin
  if pattern is null or not public.can_handle_leads() then
    return;
  end if;
  return query
    select leads.id, leads.created_at
    from public.leads
    where (pattern = '%%' or private.lead_search_text(leads.name, leads.email, leads.company) like pattern)
      and (short is null or private.lead_search_hex(leads.name, leads.email, leads.company) ~ short)
      and (status_filter is null or leads.status = status_filter)
      and (assignee is null or leads.assignee_id = assignee)
      and (only_unassigned is not true or leads.assignee_id is null)
      and (
        only_needing_reply is not true
        or exists (select from public.leads_needing_reply as waiting where waiting.lead_id = leads.id)
      )
      and (
        before_created_at is null
        or (leads.created_at, leads.id)
          < (before_created_at, coalesce(before_id, '00000000-0000-0000-0000-000000000000'))
      )
    order by leads.created_at desc, leads.id desc
    limit page;
end;
$$;

-- As before, with the assignee.
drop function public.count_leads(text, text, boolean);
create function public.count_leads(
  term text,
  status_filter text default null,
  only_needing_reply boolean default false,
  assignee uuid default null,
  only_unassigned boolean default false
) returns integer
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  short constant text := private.short_search_pattern(term);
begin
  if pattern is null or not public.can_handle_leads() then
    return 0;
  end if;
  return (
    select count(*)
    from (
      select
      from public.leads
      where (pattern = '%%' or private.lead_search_text(leads.name, leads.email, leads.company) like pattern)
        and (short is null or private.lead_search_hex(leads.name, leads.email, leads.company) ~ short)
        and (status_filter is null or leads.status = status_filter)
        and (assignee is null or leads.assignee_id = assignee)
        and (only_unassigned is not true or leads.assignee_id is null)
        and (
          only_needing_reply is not true
          or exists (select from public.leads_needing_reply as waiting where waiting.lead_id = leads.id)
        )
      limit 1001
    ) as matched
  );
end;
$$;

revoke execute on function
  private.may_handle_leads(uuid), private.check_assignee(), private.unassign_leads(uuid),
  private.unassign_leads_of_former()
  from public;
revoke execute on function
  public.lead_colleagues(),
  public.search_leads(text, text, timestamptz, uuid, integer, boolean, uuid, boolean),
  public.count_leads(text, text, boolean, uuid, boolean)
  from public, anon, authenticated;
grant execute on function public.lead_colleagues() to authenticated;
grant execute on function
  public.search_leads(text, text, timestamptz, uuid, integer, boolean, uuid, boolean),
  public.count_leads(text, text, boolean, uuid, boolean)
  to authenticated, service_role;
