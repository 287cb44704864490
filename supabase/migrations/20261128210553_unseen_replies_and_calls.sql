-- 1 × drop function, 5 × create function, 1 × create trigger, 3 × revoke all, 1 × grant execute

set check_function_bodies = off;

DROP FUNCTION "public"."consultation"(text);
-- A lead that has only booked a call does not wait for a reply (46-work/leads-needing-reply.sql).
create or replace function private.end_wait_of_call() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_leads_needing_reply(array[new.lead_id]);
  return null;
end;
$$;
-- The author is the caller, and a message of an account is always from staff; only the secret key can set another
-- sender. The same author, lead, sender and text within two minutes is a retry and is skipped without an error; the
-- lock serializes two at once, and the time of a message is set under it, so that the order is that of the commits. A
-- message of an account is mailed (50-outbox/outbox.sql).
create or replace function private.receive_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.message) > 500000 then
    perform private.raise_check_violation('lead_messages', 'lead_messages_message_length');
  end if;
  if tg_argv[0] = 'account' then
    new.sender_type := 'admin';
    new.delivery_state := 'recorded';
  end if;
  new.message := private.clean_text(new.message);
  new.author_id := coalesce(auth.uid(), new.author_id);
  if new.author_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('lead_messages:' || new.lead_id::text, 0));
    if exists (
      select from public.lead_messages as earlier
      where earlier.lead_id = new.lead_id
        and earlier.created_at > now() - interval '2 minutes'
        and earlier.author_id = new.author_id
        and earlier.sender_type = new.sender_type
        and earlier.message = new.message
    ) then
      return null;
    end if;
  end if;
  if tg_argv[0] = 'account' then
    perform private.require_seen_replies(new.lead_id);
    new.created_at := clock_timestamp();
  end if;
  return new;
end;
$$;
-- Computes which of these leads need a reply. A message of the lead needs one under any status unless it was handled;
-- an erased lead needs none, nor does a booked call without a question. A wait that continues keeps its row, so that no
-- colleague is notified twice. The row lock serializes a reply and a change of status.
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
      select leads.message is null and exists (select from public.bookings where lead_id = leads.id) as is_only_a_call
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
-- Refuses a reply whose author has not seen a colleague's: the header x-seen-message is the newest message that they
-- have seen, or the lead if there was none. A caller without the header is not asked.
create or replace function private.require_seen_replies(lead uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  seen constant uuid := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-seen-message';
begin
  if exists (
    select from public.lead_messages as theirs
    left join public.lead_messages as known on known.id = seen and known.lead_id = lead
    where theirs.lead_id = lead
      and theirs.sender_type = 'admin'
      and theirs.author_id <> auth.uid()
      and (known.id is null or (theirs.created_at, theirs.id) > (known.created_at, known.id))
  ) and seen is not null then
    raise exception 'A colleague has already replied.' using errcode = 'P0001', detail = 'colleague_replied';
  end if;
end;
$$;
-- What the page of a booking shows, without names; no row for an invalid token.
create or replace function public.consultation(token text)
  returns table (
    starts_at timestamptz, ends_at timestamptz, state text, version integer, can_change boolean, visitor_zone text
  )
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    own.starts_at, own.ends_at, own.state, own.version, own.state = 'booked' and own.starts_at > now(), own.visitor_zone
  from private.booking_of(token) as own;
$$;
CREATE TRIGGER end_wait AFTER INSERT ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.end_wait_of_call();
REVOKE ALL ON FUNCTION "private"."end_wait_of_call"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."require_seen_replies"(uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION "public"."consultation"(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."consultation"(text) TO "anon", "authenticated", "service_role";

-- Leads that had only booked a call were waiting until now.
select private.refresh_leads_needing_reply(array(select distinct lead_id from public.bookings));
