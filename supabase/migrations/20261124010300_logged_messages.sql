-- A conversation that was no mail: a call, a visit, another way. It stands in the thread as a message and is never mailed.
alter table public.lead_messages
  add column channel text,
  add constraint lead_messages_channel_known check (channel in ('phone', 'in_person', 'other'));
comment on column public.lead_messages.channel is 'of a message that a colleague noted down: how it was said; else null';
insert into private.personal_data (table_name, column_name, reach) values ('public.lead_messages', 'channel', 'none');

-- Returns the message. What the lead said makes it wait; what we said is an answer, and a new lead is contacted then. Its
-- insert runs with the rights of this function's owner, so the trigger that queues replies does not see it.
create function public.log_message(lead uuid, channel text, is_incoming boolean, message text, said_at timestamptz default null)
  returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  at constant timestamptz := coalesce(said_at, now());
  added uuid;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if channel is null or private.clean_text(left(message, 200000)) is null then
    raise exception 'Say how it was said, and what.' using errcode = '22023';
  end if;
  if at > now() + interval '1 minute' or at < now() - interval '10 years' then
    raise exception 'This time is still to come, or long ago.' using errcode = '22023', detail = 'time_out_of_range';
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

revoke execute on function public.log_message(uuid, text, boolean, text, timestamptz) from public, anon, authenticated;
grant execute on function public.log_message(uuid, text, boolean, text, timestamptz) to authenticated;
