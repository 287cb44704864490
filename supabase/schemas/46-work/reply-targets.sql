-- When the target for a reply passes, in business hours.

-- Computes the targets of these leads, or of all whose target has not passed. The calendar is read once for all of
-- them. A wait of more than a year is past its target.
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

-- If the target cannot be computed, the lead is still stored.
create function private.complete_waiting_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_answer_targets(array(select added.lead_id from added));
  return null;
exception
  when others then
    raise warning 'no target for the answer to a lead: %', sqlstate;
    return null;
end;
$$;

-- When the target for a reply to a message of this time passes.
create function private.answer_target(since timestamptz) returns timestamptz
  language sql stable set search_path = ''
as $$
  select private.add_business_minutes(since, 60 * settings.answer_hours)
  from private.business_settings() as settings;
$$;

-- After a change of business hours or of the target: recomputes targets that have not passed, also of mail in triage,
-- and when follow-ups are due.
create function private.follow_agency_hours() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_answer_targets();
  update public.received_mails as mail
  set target_at = private.answer_target(mail.received_at),
    escalate_at = case when mail.escalate_at is not null then private.answer_target(mail.received_at) end
  where mail.state = 'triage' and mail.target_at > now();
  update public.lead_follow_ups as waiting set due_at = moved.due_at
  from (
    select days.due_on, private.business_morning(days.due_on) as due_at
    from (select distinct due_on from public.lead_follow_ups where due_at > now()) as days
  ) as moved
  where waiting.due_on = moved.due_on and waiting.due_at > now() and waiting.due_at <> moved.due_at;
  return null;
end;
$$;
