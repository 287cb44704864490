-- Threads of leads: what was mailed, received and noted. Which leads wait for a reply: 46-work/leads-needing-reply.sql.
create table public.lead_messages (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  message text not null,
  -- 'admin' is staff; anything else is the lead.
  sender_type text not null,
  created_at timestamptz not null default now(),
  author_id uuid default auth.uid() references auth.users (id) on delete set null,
  -- Message-ID of the mail that carried it.
  transport_id text,
  is_sample boolean not null default false,
  -- Recorded: not sent, or not yet; sent: a mail server accepted it; failed: given up; null: not a mail.
  delivery_state text,
  -- Why it has not been sent, for staff to read.
  delivery_problem text,
  -- How a message came that a colleague logged by hand; otherwise null.
  channel text,
  -- When a mail server reported that this reply cannot be delivered.
  bounced_at timestamptz,
  constraint lead_messages_message_length check (char_length(message) <= 100000),
  constraint lead_messages_sender_type_length check (char_length(sender_type) between 1 and 50),
  constraint lead_messages_transport_id_length check (char_length(transport_id) <= 1000),
  constraint lead_messages_delivery_state_known check (delivery_state in ('recorded', 'sent', 'failed')),
  constraint lead_messages_delivery_problem_length check (char_length(delivery_problem) <= 300),
  constraint lead_messages_channel_known check (channel in ('phone', 'in_person', 'other'))
);

create index lead_messages_author on public.lead_messages (author_id);
create index lead_messages_failed on public.lead_messages (created_at) where delivery_state = 'failed';
create index lead_messages_transport on public.lead_messages (transport_id) where transport_id is not null;
create index lead_messages_thread on public.lead_messages (lead_id, created_at, id) include (author_id);
create index lead_messages_contacts on public.lead_messages
  using gin (private.contact_keys(message, delivery_problem, transport_id)) with (fastupdate = off);

grant select, insert (lead_id, message, sender_type) on public.lead_messages to authenticated;

-- Agents and owners read threads.
-- Agents and owners write into threads, as themselves.
select private.add_policies('lead_messages', 'agents', 'select insert');

-- One of the two triggers fires. `current_user` is checked here: inside the function it is the function's owner.
create trigger receive_message_of_account before insert on public.lead_messages
  for each row when (current_user = 'authenticated') execute function private.receive_message('account');
create trigger receive_message_of_server before insert on public.lead_messages
  for each row when (current_user <> 'authenticated') execute function private.receive_message('server');
create trigger refuse_erased_lead before insert on public.lead_messages
  for each row execute function private.refuse_erased_lead();
create trigger queue_reply after insert on public.lead_messages
  for each row when (current_user = 'authenticated' and new.delivery_state = 'recorded')
  execute function private.queue_reply();
create trigger read_by_writing after insert on public.lead_messages
  for each row when (new.author_id is not null) execute function private.read_by_writing();
create trigger clear_bounced_on_answer after insert on public.lead_messages
  referencing new table as added for each statement execute function private.clear_bounced_on_answer();
create trigger end_due_follow_ups after insert on public.lead_messages
  referencing new table as added
  for each statement execute function private.end_due_follow_ups();
create trigger update_needing_reply_on_delete after delete on public.lead_messages
  referencing old table as changed
  for each statement execute function private.update_leads_needing_reply();
create trigger update_needing_reply_on_insert after insert on public.lead_messages
  referencing new table as changed
  for each statement execute function private.update_leads_needing_reply();
create trigger update_needing_reply_on_update after update on public.lead_messages
  referencing new table as changed
  for each statement execute function private.update_leads_needing_reply();

-- The author is the caller, and a message of an account is always from staff; only the secret key can set another
-- sender. The same author, lead, sender and text within two minutes is a retry and is skipped without an error; the
-- lock serializes two at once, and the time of a message is set under it, so that the order is that of the commits. A
-- message of an account is mailed (50-outbox/outbox.sql).
create function private.receive_message() returns trigger
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
create function private.require_seen_replies(lead uuid) returns void
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

-- Stores the number of staff messages instead of the given reply_count: the browser would send a wrong one if two
-- colleagues reply at once (G-10).
create function private.count_replies() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.reply_count := (
    select count(*) from public.lead_messages where lead_id = new.id and sender_type = 'admin'
  );
  return new;
end;
$$;

-- Logs a message that was not a mail, such as a phone call, and returns its ID. One from the lead needs a reply; one
-- from staff is a reply, and a new lead becomes contacted. The insert runs with the owner's rights, so nothing is
-- mailed.
create function public.log_message(lead uuid, channel text, is_incoming boolean, message text, said_at timestamptz default null)
  returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  at constant timestamptz := coalesce(said_at, now());
  added uuid;
begin
  perform private.require_lead_handler();
  if channel is null or private.clean_text(left(message, 200000)) is null then
    raise exception 'Choose a channel and enter a message.' using errcode = '22023';
  end if;
  if at > now() + interval '1 minute' or at < now() - interval '10 years' then
    raise exception 'Choose a time in the past ten years.' using errcode = '22023', detail = 'time_out_of_range';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_messages:' || lead::text, 0));
  select logged.id into added
  from public.lead_messages as logged
  where logged.lead_id = lead
    and logged.created_at = at
    and logged.channel = log_message.channel
    and logged.author_id = auth.uid()
    and logged.message = private.clean_text(log_message.message);
  if added is not null then
    return added;
  end if;
  insert into public.lead_messages (lead_id, message, sender_type, channel, created_at)
  values (lead, log_message.message, case when is_incoming then 'lead' else 'admin' end, log_message.channel, at)
  returning lead_messages.id into added;
  if not is_incoming then
    update public.leads
    set reply_count = 0, last_reply_at = greatest(leads.last_reply_at, at),
      status = case when leads.status = 'new' then 'contacted' else leads.status end
    where leads.id = lead;
  end if;
  return added;
end;
$$;
grant execute on function public.log_message(uuid, text, boolean, text, timestamptz) to authenticated, service_role;
