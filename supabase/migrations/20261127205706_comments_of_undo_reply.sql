-- 1 × create function

set check_function_bodies = off;

-- Deletes a reply of the caller that is not sent yet, and restores its lead unless a colleague has replied since.
create or replace function public.undo_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  undone record;
  is_last boolean;
begin
  delete from private.outbox as mail using public.lead_messages as message
  where message.id = reply and message.author_id = auth.uid() and public.can_handle_leads()
    and mail.message_id = message.id and private.can_be_undone(mail)
  returning message.lead_id, message.created_at, mail.details into undone;
  if undone is null then
    raise exception 'This reply has already been sent.' using errcode = 'P0001', detail = 'reply_left';
  end if;
  delete from public.lead_messages where lead_messages.id = reply;
  is_last := not exists (
    select from public.lead_messages as later
    where later.lead_id = undone.lead_id and later.sender_type = 'admin' and later.created_at > undone.created_at
  );
  -- The trigger count_replies stores the number of replies instead of 0.
  update public.leads
  set reply_count = 0,
    last_reply_at = case when is_last then (undone.details ->> 'last_reply_at')::timestamptz else leads.last_reply_at end,
    status = case when is_last and leads.status = 'contacted' then undone.details ->> 'status' else leads.status end
  where leads.id = undone.lead_id;
  insert into public.lead_follow_ups (lead_id, due_on)
  select undone.lead_id, greatest((undone.details ->> 'follow_up')::date, private.business_day(now()))
  where is_last and undone.details ->> 'follow_up' is not null
  on conflict do nothing;
  update public.leads_needing_reply as waiting set is_assignee_told = kept.is_assignee_told, escalate_at = kept.escalate_at
  from jsonb_populate_record(null::public.leads_needing_reply, undone.details -> 'wait') as kept
  where waiting.lead_id = kept.lead_id and waiting.since = kept.since;
  -- Notifications about the lead that a digest deleted because this reply had answered it.
  insert into private.staff_notifications (colleague_id, kind, lead_id, at)
  select kept.colleague_id, kept.kind, kept.lead_id, kept.at
  from jsonb_populate_recordset(null::private.staff_notifications, undone.details -> 'notifications') as kept
  on conflict do nothing;
  -- A later reply that can still be undone then restores the lead to its state before both replies.
  update private.outbox set details = undone.details
  where outbox.id = (
    select later.id from private.outbox as later
    where later.lead_id = undone.lead_id and later.in_order_at > undone.created_at and private.can_be_undone(later)
    order by later.in_order_at limit 1
  );
end;
$$;
