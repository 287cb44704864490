-- Changes many leads at once, and undoes that (docs/decisions/0020-the-live-inbox.md).

-- Sets the status or the assignee (none with `unassign`) of leads, with the caller's rights. Returns a row for each
-- lead that exists and is not erased, with its former values for restore_leads.
create function public.change_leads(
  leads uuid[], status text default null, assignee uuid default null, unassign boolean default false
) returns table (
  lead_id uuid, is_changed boolean, former_status text, former_assignee uuid, former_handled_at timestamptz
)
  language plpgsql volatile set search_path = '' rows 50
as $$
#variable_conflict use_column
declare
  wanted constant uuid[] := change_leads.leads;
  next_status constant text := change_leads.status;
  next_assignee constant uuid := change_leads.assignee;
  gives constant boolean := change_leads.unassign or next_assignee is not null;
  former jsonb;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if cardinality(wanted) > 200 then
    raise exception 'You can change up to 200 leads at a time.' using errcode = 'P0001', hint = 'Select fewer leads.';
  end if;
  if (next_status is null and not gives) or (change_leads.unassign and next_assignee is not null) then
    raise exception 'Choose a status or an assignee.' using errcode = '22023';
  end if;
  -- in the order of IDs, so that two calls cannot deadlock
  with locked as (
    select lead.id, lead.status, lead.assignee_id, lead.handled_at
    from public.leads as lead
    where lead.id = any (wanted) and lead.erased_at is null
    order by lead.id
    for no key update
  )
  select coalesce(jsonb_agg(to_jsonb(locked)), '[]') into former from locked;
  return query
  with known as (
    select found.*,
      (next_status is not null and found.status is distinct from next_status)
        or (gives and found.assignee_id is distinct from next_assignee) as is_other
    from jsonb_to_recordset(former) as found (id uuid, status text, assignee_id uuid, handled_at timestamptz)
  ), written as (
    update public.leads as lead
    set status = coalesce(next_status, lead.status),
      assignee_id = case when gives then next_assignee else lead.assignee_id end
    from known
    where lead.id = known.id and known.is_other
    returning lead.id
  )
  select known.id, written.id is not null, known.status, known.assignee_id, known.handled_at
  from known
  left join written on written.id = known.id;
end;
$$;
grant execute on function public.change_leads(uuid[], text, uuid, boolean) to authenticated, service_role;

-- Undoes a call of change_leads: `former` is its result, the other arguments are those of that call. A lead that has
-- been changed since is skipped. Returns the restored leads.
create function public.restore_leads(
  former jsonb, status text default null, assignee uuid default null, unassign boolean default false
) returns setof uuid
  language plpgsql volatile security definer set search_path = '' rows 50
as $$
#variable_conflict use_column
declare
  set_status constant text := restore_leads.status;
  set_assignee constant uuid := restore_leads.assignee;
  gave constant boolean := restore_leads.unassign or set_assignee is not null;
  restored uuid[];
begin
  perform private.require_lead_handler();
  if jsonb_array_length(former) > 200 then
    raise exception 'You can change up to 200 leads at a time.' using errcode = 'P0001', hint = 'Select fewer leads.';
  end if;
  perform from public.leads as lead
  where lead.id in (select given.lead_id from jsonb_to_recordset(former) as given (lead_id uuid))
  order by lead.id
  for no key update;
  with given as (
    select distinct on (given.lead_id) given.*
    from jsonb_to_recordset(former) as given (
      lead_id uuid, is_changed boolean, former_status text, former_assignee uuid
    )
    where given.is_changed
  ), written as (
    update public.leads as lead
    set status = case when set_status is null then lead.status else given.former_status end,
      -- none if the former assignee may no longer handle leads
      assignee_id = case
        when not gave then lead.assignee_id
        when private.may_handle_leads(given.former_assignee) then given.former_assignee
      end
    from given
    where lead.id = given.lead_id
      and lead.erased_at is null
      and (set_status is null or lead.status = set_status)
      and (not gave or lead.assignee_id is not distinct from set_assignee)
    returning lead.id
  )
  select array_agg(written.id) into restored from written;
  -- The change of status set handled_at to now; with the former value, unanswered messages need a reply again.
  if set_status is not null then
    update public.leads as lead
    set handled_at = least(given.former_handled_at, now())
    from jsonb_to_recordset(former) as given (lead_id uuid, former_status text, former_handled_at timestamptz)
    where lead.id = given.lead_id and lead.id = any (restored) and given.former_status <> set_status;
  end if;
  return query select unnest(restored);
end;
$$;
grant execute on function public.restore_leads(jsonb, text, uuid, boolean) to authenticated, service_role;
