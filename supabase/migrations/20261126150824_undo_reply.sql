-- 5 × create function, 2 × revoke all, 1 × grant execute

set check_function_bodies = off;

create or replace function private.can_be_undone(mail private.outbox) returns boolean
  language sql immutable set search_path = ''
as $$ select mail.attempts = 0 and mail.details ? 'status' $$;
-- What the prospect wrote and what was mailed to them, the newest first, the request last. Nothing else of the thread:
-- what a colleague only noted was never mail, has them as its author, or is the text of a lead that they added. Nor a
-- reply that its author can still take back.
create or replace function private.conversation_messages(lead uuid, before uuid, most integer)
  returns table (from_staff boolean, author text, message text, sent_at timestamptz)
  language sql stable set search_path = '' rows 50
as $$
  select * from (
    (
      select
        part.sender_type = 'admin',
        case when part.sender_type = 'admin' and profiles.full_name !~ '@' then nullif(btrim(profiles.full_name), '') end,
        part.message,
        part.created_at
      from public.lead_messages as part
      left join public.profiles on profiles.id = part.author_id
      left join public.lead_messages as mailed on mailed.id = before
      where part.lead_id = lead
        and case when part.sender_type = 'admin' then part.delivery_state is not null else part.author_id is null end
        and not exists (
          select from private.outbox where outbox.message_id = part.id and private.can_be_undone(outbox)
        )
        and (before is null or (part.created_at, part.id) < (mailed.created_at, mailed.id))
      order by part.created_at desc, part.id desc
      limit most
    )
    union all
    select false, null, leads.message, leads.created_at from public.leads
    where leads.id = lead and leads.message is not null and leads.origin is distinct from 'staff'
  ) as thread
  limit most;
$$;
-- What a colleague wrote (private.receive_message recorded it) is queued with it. It leaves ten seconds later, so that
-- its author can take it back (public.undo_reply): `details` is how its lead was.
create or replace function private.queue_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (message_id, next_try_at, details)
  select new.id, now() + interval '10 seconds', jsonb_build_object(
    'status', leads.status, 'last_reply_at', leads.last_reply_at, 'follow_up', due.due_on
  )
  from public.leads
  left join public.lead_follow_ups as due on due.lead_id = leads.id and due.due_at <= now()
  where leads.id = new.lead_id;
  return null;
end;
$$;
-- A further reply is a reason to try those before it at once, instead of waiting with them for hours.
create or replace function private.retry_earlier_replies() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox set next_try_at = now()
  from public.lead_messages as earlier, public.lead_messages as reply
  where reply.id = new.message_id
    and earlier.lead_id = reply.lead_id
    and outbox.message_id = earlier.id
    and outbox.lease is null
    and outbox.attempts > 0
    and outbox.next_try_at > now();
  return null;
end;
$$;
-- Takes back a reply of the caller's that has not left: the message is deleted, and its lead is as before, unless a
-- colleague has replied since.
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
  update public.leads
  set reply_count = 0,
    last_reply_at = case when is_last then (undone.details ->> 'last_reply_at')::timestamptz else leads.last_reply_at end,
    status = case when is_last and leads.status = 'contacted' then undone.details ->> 'status' else leads.status end
  where leads.id = undone.lead_id;
  insert into public.lead_follow_ups (lead_id, due_on)
  select undone.lead_id, greatest((undone.details ->> 'follow_up')::date, private.business_day(now()))
  where is_last and undone.details ->> 'follow_up' is not null
  on conflict do nothing;
end;
$$;
REVOKE ALL ON FUNCTION "private"."can_be_undone"(private.outbox) FROM PUBLIC;
REVOKE ALL ON FUNCTION "public"."undo_reply"(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."undo_reply"(uuid) TO "authenticated", "service_role";
