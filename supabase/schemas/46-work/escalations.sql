-- Notifications of a passed target: first to the assignee, after another business hour to the owners. If there is no
-- assignee, or the assignee is away, to the owners at once. Each person gets one per wait, also with mail turned off
-- (51-staff-mail). Emails in triage have the same target and no assignee; each is a notification of its own, so that
-- one that nobody sorts is not named again when others are.
create function private.escalate_waiting_mails() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due constant uuid[] := array(
    select mail.id from public.received_mails as mail
    where mail.escalate_at <= now()
    order by mail.escalate_at limit 500
    for update skip locked
  );
begin
  if due <> '{}' then
    perform private.notify_staff('late', null, private.late_recipients(), late.id) from unnest(due) as late (id);
    update public.received_mails as mail set escalate_at = null where mail.id = any (due);
  end if;
  return cardinality(due);
end;
$$;

-- One step of the server's job: notifies of at most 500 leads and 500 emails in triage whose target has passed. One
-- transaction, so a server that stops during it has notified no one; servers that run it at once take different leads.
-- Returns the number of leads and emails.
create function public.escalate_waiting_leads() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due uuid[];
begin
  due := array(
    select waiting.lead_id from public.leads_needing_reply as waiting
    where waiting.escalate_at <= now()
    order by waiting.escalate_at limit 500
    for update skip locked
  );
  if due = '{}' then
    return private.escalate_waiting_mails();
  end if;
  perform private.notify_staff(
    'late', waiting.lead_id,
    case
      when waiting.is_assignee_told or assignee.id is null then array_remove(private.late_recipients(), waiting.assignee_id)
      else array[assignee.id]
    end
  )
  from public.leads_needing_reply as waiting
  left join private.available_staff() as assignee on assignee.id = waiting.assignee_id
  where waiting.lead_id = any (due);
  update public.leads_needing_reply as waiting
  set is_assignee_told = true,
    escalate_at = case
      when not waiting.is_assignee_told and waiting.assignee_id in (select available.id from private.available_staff() as available)
      then private.add_business_minutes(now(), 60)
    end
  where waiting.lead_id = any (due);
  return cardinality(due) + private.escalate_waiting_mails();
end;
$$;
grant execute on function public.escalate_waiting_leads() to service_role;
