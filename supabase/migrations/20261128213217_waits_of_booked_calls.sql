-- 1 × drop trigger, 1 × create function, 1 × create trigger

set check_function_bodies = off;

DROP TRIGGER "end_wait" ON "public"."bookings";
-- Computes which of these leads need a reply. A message of the lead needs one under any status unless it was handled;
-- an erased lead needs none, nor does one that a booked call has made without a question, unless the call is
-- cancelled. A wait that continues keeps its row, so that no colleague is notified twice. The row lock serializes a
-- reply and a change of status.
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
    select
      leads.id,
      case
        when ours.id is null and is_open and not is_only_a_call then leads.created_at
        else theirs.since
      end as since
    from public.leads
    cross join lateral (select leads.status in ('new', 'in_conversation') as is_open) as status
    cross join lateral (
      select leads.message is null and exists (
        select from public.bookings
        where lead_id = leads.id and bookings.submission_key = leads.submission_key and state <> 'cancelled'
      ) as is_only_a_call
    ) as booked
    left join lateral (
      select message.id, message.created_at
      from public.lead_messages as message
      where message.lead_id = leads.id and message.sender_type = 'admin'
      order by message.created_at desc, message.id desc
      limit 1
    ) as ours on true
    left join lateral (
      select min(coalesce(mail.received_at, message.created_at)) as since
      from public.lead_messages as message
      left join public.received_mails as mail on mail.message_id = message.id
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
CREATE TRIGGER end_wait AFTER INSERT OR UPDATE OF state ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.end_wait_of_call();

-- Leads that were taken for booked calls without a question.
select private.refresh_leads_needing_reply(array(select distinct lead_id from public.bookings));
