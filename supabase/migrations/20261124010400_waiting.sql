-- Since when a lead waits, until when it should have an answer, and who is told when that passes
-- (docs/decisions/0062-nobody-waits-unnoticed.md). An answer of theirs waits whatever the status is: ours sets Contacted.

-- When a colleague last said that nothing is owed: by a status that is not open, or with mark_answered. Messages up to then
-- do not wait. The default is for rows that were there before, and for those that are made with such a status.
alter table public.leads add column handled_at timestamptz default now();
alter table public.quarantined_leads add column handled_at timestamptz;
comment on column public.leads.handled_at is 'what they wrote up to then needs no reply, while the status is not open';

create function private.set_handled_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  -- The last call of a reply sets a status too: the reply itself is the answer, to what was there when it was written.
  if new.last_reply_at is not distinct from old.last_reply_at then
    new.handled_at := now();
  end if;
  return new;
end;
$$;
create trigger set_handled_at before update of status on public.leads
  for each row when (old.status is distinct from new.status) execute function private.set_handled_at();

alter table public.leads_needing_reply
  add column assignee_id uuid,
  add column target_at timestamptz,
  add column escalate_at timestamptz,
  add column is_assignee_told boolean not null default false;
comment on column public.leads_needing_reply.assignee_id is 'as of its lead, so that the longest waits of a colleague are one index';
comment on column public.leads_needing_reply.target_at is 'when the target for an answer passes; null: not computed';
comment on column public.leads_needing_reply.escalate_at is 'when somebody is told next; null: nobody any more in this wait';

create index leads_needing_reply_assignee on public.leads_needing_reply (assignee_id, since, lead_id);
create index leads_needing_reply_target on public.leads_needing_reply (target_at);
create index leads_needing_reply_escalate on public.leads_needing_reply (escalate_at) where escalate_at is not null;

-- The open times of a span as lists, and the seconds of open time before each: a search in them is a few comparisons.
create function private.business_calendar(
  first date, last date, out opens timestamptz[], out closes timestamptz[], out before double precision[]
)
  language sql stable security definer set search_path = ''
as $$
  select array_agg(hours.opens order by hours.day), array_agg(hours.closes order by hours.day),
    array_agg(hours.before order by hours.day)
  from (
    select
      found.*,
      sum(extract(epoch from found.closes - found.opens)) over (order by found.day)::double precision
        - extract(epoch from found.closes - found.opens)::double precision as before
    from private.business_hours_between(first, last) as found
  ) as hours;
$$;

-- Seconds of open time of the calendar up to a moment.
create function private.open_seconds(
  opens timestamptz[], closes timestamptz[], before double precision[], moment timestamptz
) returns double precision
  language sql immutable parallel safe
  return case
    when coalesce(width_bucket(moment, opens), 0) = 0 then 0
    else before[width_bucket(moment, opens)]
      + extract(epoch from least(moment, closes[width_bucket(moment, opens)]) - opens[width_bucket(moment, opens)])::double precision
  end;

-- Of these leads, or of all whose target is still to come. The span of all waits is read once, however many there are;
-- what waits for more than a year was due long ago.
create function private.set_answer_targets(ids uuid[] default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  target constant double precision := 3600.0 * (select settings.answer_hours from private.business_settings() as settings);
  oldest timestamptz;
  calendar record;
begin
  select case when min(waiting.since) is not null then greatest(min(waiting.since), now() - interval '1 year') end
  into oldest
  from public.leads_needing_reply as waiting
  where case when ids is null then waiting.target_at > now() else waiting.lead_id = any (ids) end;
  if oldest is null then
    return;
  end if;
  select * into calendar
  from private.business_calendar(private.business_day(oldest), private.business_day(now()) + 30);
  update public.leads_needing_reply as waiting
  set target_at = placed.target_at,
    escalate_at = case when not placed.is_sample and not waiting.is_assignee_told then placed.target_at end
  from (
    select
      due.lead_id, due.is_sample,
      case
        when due.since < oldest then due.since
        when due.place > calendar.before[due.slot] + extract(epoch from calendar.closes[due.slot] - calendar.opens[due.slot])
          or due.slot = 0 or due.slot is null
        then private.add_business_minutes(due.since, (target / 60)::integer)
        else calendar.opens[due.slot] + make_interval(secs => due.place - calendar.before[due.slot])
      end as target_at
    from (
      select found.*, width_bucket(found.place - 0.001, calendar.before) as slot
      from (
        select waits.lead_id, waits.since, leads.is_sample,
          private.open_seconds(calendar.opens, calendar.closes, calendar.before, waits.since) + target as place
        from public.leads_needing_reply as waits
        join public.leads on leads.id = waits.lead_id
        where case when ids is null then waits.target_at > now() else waits.lead_id = any (ids) end
      ) as found
    ) as due
  ) as placed
  where waiting.lead_id = placed.lead_id;
end;
$$;

-- A lead is never lost for want of its target.
create function private.complete_waiting_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.leads_needing_reply as waiting set assignee_id = leads.assignee_id
  from added join public.leads on leads.id = added.lead_id and leads.assignee_id is not null
  where waiting.lead_id = added.lead_id;
  begin
    perform private.set_answer_targets(array(select added.lead_id from added));
  exception
    when others then
      raise warning 'no target for the answer to a lead: %', sqlstate;
  end;
  return null;
end;
$$;
create trigger complete_waiting_leads after insert on public.leads_needing_reply
  referencing new table as added
  for each statement execute function private.complete_waiting_leads();

create function private.copy_assignee() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.leads_needing_reply as waiting set assignee_id = changed.assignee_id
  from added as changed
  where waiting.lead_id = changed.id and waiting.assignee_id is distinct from changed.assignee_id;
  return null;
end;
$$;
create trigger copy_assignee after update on public.leads
  referencing new table as added
  for each statement execute function private.copy_assignee();

-- Other hours or another target: what has not passed yet is set again.
create function private.follow_agency_hours() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_answer_targets();
  return null;
end;
$$;
create trigger follow_agency_hours after insert on public.agency_settings
  for each statement execute function private.follow_agency_hours();

-- As before, and an answer of theirs waits under any status, unless it was handled. A wait that goes on stays the same row,
-- so that nobody is told twice.
create or replace function private.refresh_leads_needing_reply(ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  waiting_ids uuid[];
  waiting_since timestamptz[];
begin
  perform from public.leads where leads.id = any (ids) order by leads.id for no key update;
  select array_agg(found.id), array_agg(found.since) into waiting_ids, waiting_since
  from (
    select leads.id, case when ours.id is null and is_open then leads.created_at else theirs.since end as since
    from public.leads
    cross join lateral (select leads.status in ('new', 'in_conversation') as is_open) as status
    left join lateral (
      select message.id, message.created_at
      from public.lead_messages as message
      where message.lead_id = leads.id and message.sender_type = 'admin'
      order by message.created_at desc, message.id desc
      limit 1
    ) as ours on true
    left join lateral (
      select min(message.created_at) as since
      from public.lead_messages as message
      where message.lead_id = leads.id
        and message.sender_type <> 'admin'
        and (ours.id is null or (message.created_at, message.id) > (ours.created_at, ours.id))
        and (is_open or message.created_at > coalesce(leads.handled_at, '-infinity'))
    ) as theirs on true
    where leads.id = any (ids) and leads.erased_at is null
  ) as found
  where found.since is not null;
  delete from public.leads_needing_reply as waiting
  where waiting.lead_id = any (ids)
    and not exists (
      select from unnest(waiting_ids, waiting_since) as kept (id, since)
      where kept.id = waiting.lead_id and kept.since = waiting.since
    );
  insert into public.leads_needing_reply (lead_id, since)
  select kept.id, kept.since from unnest(waiting_ids, waiting_since) as kept (id, since)
  on conflict (lead_id) do nothing;
end;
$$;

drop trigger update_needing_reply on public.leads;
create trigger update_needing_reply after update of status, created_at, handled_at on public.leads
  for each row when (
    old.status is distinct from new.status or old.created_at is distinct from new.created_at
    or old.handled_at is distinct from new.handled_at
  )
  execute function private.update_leads_needing_reply();

-- "No reply needed": an open lead becomes contacted, of another one what they wrote is handled.
create function public.mark_answered(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  update public.leads
  set handled_at = now(),
    status = case when leads.status in ('new', 'in_conversation') then 'contacted' else leads.status end
  where leads.id = lead;
end;
$$;

-- What waits now; nobody is told of what was late before there was a target.
update public.leads_needing_reply as waiting set assignee_id = leads.assignee_id
from public.leads where leads.id = waiting.lead_id and leads.assignee_id is not null;
do $$
begin
  perform private.set_answer_targets(array(select lead_id from public.leads_needing_reply));
  update public.leads_needing_reply set escalate_at = null where target_at <= now();
end;
$$;

revoke execute on function
  private.set_handled_at(), private.business_calendar(date, date),
  private.open_seconds(timestamptz[], timestamptz[], double precision[], timestamptz), private.set_answer_targets(uuid[]),
  private.complete_waiting_leads(), private.copy_assignee(), private.follow_agency_hours()
  from public;
revoke execute on function public.mark_answered(uuid) from public, anon, authenticated;
grant execute on function public.mark_answered(uuid) to authenticated;
