-- Leads that need a reply: the newest message is not from staff, and the status is New or In Conversation, or the
-- message came after handled_at. `since` is the first message after the last reply, or the time of the lead. Triggers
-- keep the table: the longest waits need an index, and writing a message must change no row of leads (G-10).
-- Columns of the lead are copied, so that each list is read through one index
-- (docs/decisions/0069-cost-at-100000-leads.md).
create table public.leads_needing_reply (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  since timestamptz not null,
  -- Copied from the lead.
  assignee_id uuid,
  -- When the target for a reply passes; null: not computed.
  target_at timestamptz,
  -- When someone is notified next; null: no one any more.
  escalate_at timestamptz,
  is_assignee_told boolean not null default false,
  -- Copied from the lead.
  status text,
  -- `created_at` of the lead, for the order of lists.
  lead_at timestamptz not null default now()
);

create index leads_needing_reply_longest on public.leads_needing_reply (since, lead_id);
create index leads_needing_reply_assignee on public.leads_needing_reply (assignee_id, since, lead_id);
create index leads_needing_reply_target on public.leads_needing_reply (target_at);
create index leads_needing_reply_escalate on public.leads_needing_reply (escalate_at) where escalate_at is not null;
create index leads_needing_reply_status on public.leads_needing_reply (status, since, lead_id);
create index leads_needing_reply_lead on public.leads_needing_reply using hash (lead_id);
create index leads_needing_reply_newest on public.leads_needing_reply (lead_at desc, lead_id desc)
  include (target_at, assignee_id, status);

grant select on public.leads_needing_reply to authenticated;
revoke all on public.leads_needing_reply from service_role;
grant select on public.leads_needing_reply to service_role;

-- Agents and owners read which leads need a reply; other staff get only their number, from count_leads_needing_reply.
select private.add_policies('leads_needing_reply', 'agents', 'select');

create trigger fill_waiting_lead before insert on public.leads_needing_reply
  for each row execute function private.fill_waiting_lead();
create trigger complete_waiting_leads after insert on public.leads_needing_reply
  referencing new table as added
  for each statement execute function private.complete_waiting_leads();

-- Computes which of these leads need a reply. A message of the lead needs one under any status unless it was handled;
-- an erased lead needs none, nor does one that a booked call has made without a question, unless the call is
-- cancelled. A wait that continues keeps its row, so that no colleague is notified twice. The row lock serializes a
-- reply and a change of status.
create function private.refresh_leads_needing_reply(ids uuid[]) returns void
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

-- Inserted leads are added by private.process_new_leads.
create function private.update_leads_needing_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'leads' then
    perform private.refresh_leads_needing_reply(array[new.id]);
  else
    perform private.refresh_leads_needing_reply(array(select distinct changed.lead_id from changed));
  end if;
  return null;
end;
$$;

-- Copies the status, the assignee and the time of the lead into a new row.
create function private.fill_waiting_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  select leads.assignee_id, leads.status, leads.created_at into new.assignee_id, new.status, new.lead_at
  from public.leads where leads.id = new.lead_id;
  return new;
end;
$$;

create function private.copy_to_waiting_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify_staff('assigned', changed.id, array[changed.assignee_id])
  from added as changed
  join public.leads_needing_reply as waiting on waiting.lead_id = changed.id
  where changed.assignee_id is distinct from waiting.assignee_id and changed.assignee_id is not null;
  update public.leads_needing_reply as waiting set assignee_id = changed.assignee_id, status = changed.status
  from added as changed
  where waiting.lead_id = changed.id
    and (waiting.assignee_id, waiting.status) is distinct from (changed.assignee_id, changed.status);
  return null;
end;
$$;

create function private.fill_lead_at() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  select coalesce(min(leads.created_at), now()) into new.lead_at from public.leads where leads.id = new.lead_id;
  return new;
end;
$$;

create function private.copy_lead_at() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.leads_needing_reply set lead_at = new.created_at where lead_id = new.id;
  update public.lead_follow_ups set lead_at = new.created_at where lead_id = new.id;
  return null;
end;
$$;

create function private.set_handled_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  -- A reply sets the status too. Then the reply itself determines which messages are answered.
  if new.last_reply_at is not distinct from old.last_reply_at then
    new.handled_at := now();
  end if;
  return new;
end;
$$;

-- "No reply needed": an open lead becomes contacted; of any other lead, the messages so far are handled.
create function public.mark_answered(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  update public.leads
  set handled_at = now(),
    status = case when leads.status in ('new', 'in_conversation') then 'contacted' else leads.status end
  where leads.id = lead;
end;
$$;
grant execute on function public.mark_answered(uuid) to authenticated, service_role;

create function public.count_leads_needing_reply() returns integer
  language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from public.leads_needing_reply where (select public.is_staff());
$$;
grant execute on function public.count_leads_needing_reply() to authenticated, service_role;
