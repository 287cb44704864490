-- Threads of leads, and which leads need a reply.
create table public.lead_messages (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  message text not null,
  sender_type text not null,
  created_at timestamptz not null default now(),
  author_id uuid default auth.uid() references auth.users (id) on delete set null,
  transport_id text,
  is_sample boolean not null default false,
  delivery_state text,
  delivery_problem text,
  constraint lead_messages_message_length check (char_length(message) <= 100000),
  constraint lead_messages_sender_type_length check (char_length(sender_type) between 1 and 50),
  constraint lead_messages_transport_id_length check (char_length(transport_id) <= 1000),
  constraint lead_messages_delivery_state_known check (delivery_state in ('recorded', 'sent', 'failed')),
  constraint lead_messages_delivery_problem_length check (char_length(delivery_problem) <= 300)
);
comment on column public.lead_messages.sender_type is '''admin'' is staff; anything else is the lead';
comment on column public.lead_messages.transport_id is 'Message-ID of the mail that carried it, once there is mail';
comment on column public.lead_messages.delivery_state is
  'recorded: kept here and not sent, or not yet; sent: a mail server took it; failed: given up; null: was never mail';
comment on column public.lead_messages.delivery_problem is 'why it was not sent so far, in words for staff';

create index lead_messages_thread on public.lead_messages (lead_id, created_at, id);
create index lead_messages_author on public.lead_messages (author_id);

-- What happens at an insert of a message. Its author is the caller, never a value from outside. A retry is one message:
-- the same author, lead, sender and text within two minutes is skipped without an error. The lock makes two at once wait
-- for each other; each then sees what the other committed. What a colleague writes is mail (20261122951600_outbox.sql).
create function private.receive_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.message) > 500000 then
    perform private.reject_oversized('lead_messages', 'lead_messages_message_length');
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
  if tg_argv[0] = 'account' and new.sender_type = 'admin' then
    new.delivery_state := 'recorded';
  end if;
  return new;
end;
$$;

-- One of the two runs; `current_user` can be asked here only, because the function has its owner's rights.
create trigger receive_message_of_account before insert on public.lead_messages
  for each row when (current_user = 'authenticated') execute function private.receive_message('account');
create trigger receive_message_of_server before insert on public.lead_messages
  for each row when (current_user <> 'authenticated') execute function private.receive_message('server');

-- reply_count is read, raised and written back by the browser; two colleagues at once would lose one. So whatever is
-- written, the true number of staff messages is stored (G-10).
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

create trigger count_replies before update of reply_count on public.leads
  for each row execute function private.count_replies();

revoke execute on function private.receive_message(), private.count_replies() from public;

alter table public.lead_messages enable row level security;
alter table public.lead_messages force row level security;

grant select, insert (lead_id, message, sender_type) on public.lead_messages to authenticated;
grant select, insert, update, delete on public.lead_messages to service_role;

-- Agents and owners read threads.
create policy "agents read" on public.lead_messages for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners write into threads, as themselves.
create policy "agents insert" on public.lead_messages for insert to authenticated
  with check ((select public.can_handle_leads()));

-- The leads that need a reply: the newest message is not ours, and the status is New or In Conversation. `since` is the
-- first message after our last reply, or the lead's own time. Kept by triggers, because the longest waits cannot be read
-- through an index otherwise. Writing a message still changes no row of leads (G-10).
create table public.leads_needing_reply (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  since timestamptz not null
);
create index leads_needing_reply_longest on public.leads_needing_reply (since, lead_id);

-- Decides again for these leads. The row lock makes a reply and a change of status that happen together wait for each
-- other, so that the later one sees both.
create function private.refresh_leads_needing_reply(ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.leads where leads.id = any (ids) order by leads.id for no key update;
  delete from public.leads_needing_reply where leads_needing_reply.lead_id = any (ids);
  insert into public.leads_needing_reply (lead_id, since)
  select leads.id, case when ours.id is null then leads.created_at else theirs.since end
  from public.leads
  left join lateral (
    select message.id, message.created_at
    from public.lead_messages as message
    where message.lead_id = leads.id and message.sender_type = 'admin'
    order by message.created_at desc, message.id desc
    limit 1
  ) as ours on true
  left join lateral (
    select min(message.created_at) as since
    from public.lead_messages as message
    where message.lead_id = leads.id and (message.created_at, message.id) > (ours.created_at, ours.id)
  ) as theirs on true
  where leads.id = any (ids)
    and leads.status in ('new', 'in_conversation')
    and (ours.id is null or theirs.since is not null);
end;
$$;

-- Inserted leads are added by private.follow_up_leads.
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
revoke execute on function private.refresh_leads_needing_reply(uuid[]), private.update_leads_needing_reply() from public;

create trigger update_needing_reply after update of status, created_at on public.leads
  for each row when (old.status is distinct from new.status or old.created_at is distinct from new.created_at)
  execute function private.update_leads_needing_reply();
create trigger update_needing_reply_on_insert after insert on public.lead_messages
  referencing new table as changed
  for each statement execute function private.update_leads_needing_reply();
create trigger update_needing_reply_on_update after update on public.lead_messages
  referencing new table as changed
  for each statement execute function private.update_leads_needing_reply();
create trigger update_needing_reply_on_delete after delete on public.lead_messages
  referencing old table as changed
  for each statement execute function private.update_leads_needing_reply();

alter table public.leads_needing_reply enable row level security;
alter table public.leads_needing_reply force row level security;
revoke all on public.leads_needing_reply from service_role;
grant select on public.leads_needing_reply to authenticated, service_role;

-- Agents and owners read which leads; the number alone is for all staff.
create policy "agents read" on public.leads_needing_reply for select to authenticated
  using ((select public.can_handle_leads()));

create function public.count_leads_needing_reply() returns integer
  language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from public.leads_needing_reply where (select public.is_staff());
$$;
revoke execute on function public.count_leads_needing_reply() from public, anon, authenticated;
grant execute on function public.count_leads_needing_reply() to authenticated;
