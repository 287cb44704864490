-- Saved searches of the inbox, for one account or shared with the team.
create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null,
  -- The parameters of /dashboard/messages, without "?".
  query text not null,
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  constraint saved_views_name_length check (char_length(name) between 1 and 40),
  constraint saved_views_query_plain check (char_length(query) <= 1000 and query !~ '[[:cntrl:]#]')
);

create index saved_views_account on public.saved_views (account_id, created_at);

grant delete, select, insert (is_shared, name, query), update (is_shared, name, query) on public.saved_views to
  authenticated;

-- Agents and owners read their own, and what colleagues share.
create policy "agents read" on public.saved_views for select to authenticated
  using ((select public.can_handle_leads()) and (account_id = (select auth.uid()) or is_shared));
-- Agents and owners save views for themselves; a trigger sets whose they are.
create policy "agents insert" on public.saved_views for insert to authenticated
  with check ((select public.can_handle_leads()) and account_id = (select auth.uid()));
-- Agents and owners change their own.
create policy "agents update" on public.saved_views for update to authenticated
  using ((select public.can_handle_leads()) and account_id = (select auth.uid()));
-- Agents and owners remove their own.
create policy "agents delete" on public.saved_views for delete to authenticated
  using ((select public.can_handle_leads()) and account_id = (select auth.uid()));

create trigger check_saved_view before insert or update of name, query on public.saved_views
  for each row execute function private.check_saved_view();

-- At most 20 for each account, because the sidebar lists them.
create function private.check_saved_view() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.name) > 10000 then
    perform private.raise_check_violation('saved_views', 'saved_views_name_length');
  end if;
  if octet_length(new.query) > 10000 then
    perform private.raise_check_violation('saved_views', 'saved_views_query_plain');
  end if;
  new.name := private.clean_text(new.name);
  if tg_op = 'INSERT' then
    new.account_id := coalesce(auth.uid(), new.account_id);
    perform pg_advisory_xact_lock(hashtextextended('saved_views ' || new.account_id, 0));
    if (select count(*) from public.saved_views where saved_views.account_id = new.account_id) >= 20 then
      raise exception 'You''ve reached the limit of 20 saved views. Remove one first.'
        using errcode = 'P0001', detail = 'too_many_saved_views';
    end if;
  end if;
  return new;
end;
$$;
