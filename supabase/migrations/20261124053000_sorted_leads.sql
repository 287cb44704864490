-- Lists of leads that do not begin with the newest: the oldest first, and those that wait the longest first. A function of
-- its own beside search_leads, with the same filters, so that each order is planned through its own index.
create function public.sorted_leads(
  sort text,
  term text default '',
  status_filter text default null,
  only_needing_reply boolean default false,
  assignee uuid default null,
  only_unassigned boolean default false,
  after_at timestamptz default null,
  after_id uuid default null,
  page_size integer default 50
) returns table (id uuid, sorted_at timestamptz)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  short constant text := private.short_search_pattern(term);
  page constant integer := least(greatest(coalesce(page_size, 50), 1), 200);
  nothing constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if pattern is null or not public.can_handle_leads() then
    return;
  end if;
  if sort = 'waiting' then
    return query
      select waiting.lead_id, waiting.since
      from public.leads_needing_reply as waiting
      join public.leads on leads.id = waiting.lead_id
      where (pattern = '%%' or private.lead_search_text(leads.name, leads.email, leads.company) like pattern)
        and (short is null or private.lead_search_hex(leads.name, leads.email, leads.company) ~ short)
        and (status_filter is null or leads.status = status_filter)
        and (assignee is null or leads.assignee_id = assignee)
        and (only_unassigned is not true or leads.assignee_id is null)
        and (after_at is null or (waiting.since, waiting.lead_id) > (after_at, coalesce(after_id, nothing)))
      order by waiting.since, waiting.lead_id
      limit page;
  elsif sort = 'oldest' then
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
        and (after_at is null or (leads.created_at, leads.id) > (after_at, coalesce(after_id, nothing)))
      order by leads.created_at, leads.id
      limit page;
  end if;
end;
$$;
revoke execute on function
  public.sorted_leads(text, text, text, boolean, uuid, boolean, timestamptz, uuid, integer)
  from public, anon, authenticated;
grant execute on function
  public.sorted_leads(text, text, text, boolean, uuid, boolean, timestamptz, uuid, integer)
  to authenticated, service_role;
