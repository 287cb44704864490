-- 2 × create function, 1 × revoke all

set check_function_bodies = off;

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
REVOKE ALL ON FUNCTION "private"."require_seen_replies"(uuid) FROM PUBLIC;
