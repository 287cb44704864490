-- The leads that need a reply: the newest message is not ours, and the status is New or In Conversation. `since` is
-- the first message after our last reply, for a lead that was never answered the lead itself. Kept by triggers, because
-- the longest waits cannot be read through an index otherwise. Writing a message still changes no row of leads (G-10).
create table public.leads_needing_reply (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  since timestamptz not null
);
create index leads_needing_reply_longest on public.leads_needing_reply (since, lead_id);
-- It served the list that this table serves now.
drop index public.leads_waiting;

-- Decides anew for these leads. The row lock makes a reply and a change of status that happen together wait for each
-- other, so that the later one sees both.
create function private.refresh_reply_needs(ids uuid[]) returns void
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

create function private.note_reply_needs() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'leads' and tg_op = 'INSERT' then
    insert into public.leads_needing_reply (lead_id, since)
    select changed.id, changed.created_at from changed where changed.status in ('new', 'in_conversation');
  elsif tg_table_name = 'leads' then
    perform private.refresh_reply_needs(array[new.id]);
  else
    perform private.refresh_reply_needs(array(select distinct changed.lead_id from changed));
  end if;
  return null;
end;
$$;
revoke execute on function private.refresh_reply_needs(uuid[]), private.note_reply_needs() from public;

create trigger note_inserted_leads after insert on public.leads
  referencing new table as changed
  for each statement execute function private.note_reply_needs();
create trigger note_changed_lead after update of status, created_at on public.leads
  for each row when (old.status is distinct from new.status or old.created_at is distinct from new.created_at)
  execute function private.note_reply_needs();
create trigger note_inserted_messages after insert on public.lead_messages
  referencing new table as changed
  for each statement execute function private.note_reply_needs();
create trigger note_changed_messages after update on public.lead_messages
  referencing new table as changed
  for each statement execute function private.note_reply_needs();
create trigger note_deleted_messages after delete on public.lead_messages
  referencing old table as changed
  for each statement execute function private.note_reply_needs();

select private.refresh_reply_needs(array(select id from public.leads));

alter table public.leads_needing_reply enable row level security;
alter table public.leads_needing_reply force row level security;
revoke all on public.leads_needing_reply from anon, authenticated, service_role;
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
