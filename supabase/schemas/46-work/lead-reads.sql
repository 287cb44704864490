-- When each colleague last read a lead.
create table public.lead_reads (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  read_at timestamptz not null default now(),
  -- Marked as unread by hand.
  is_unread boolean not null default false,
  primary key (user_id, lead_id)
);

create index lead_reads_lead on public.lead_reads (lead_id);
-- A hash index has one column, so both IDs are joined.
create index lead_reads_reader on public.lead_reads using hash ((user_id::text || lead_id::text));

grant select on public.lead_reads to authenticated;

-- An account reads what it has read, while it handles leads.
create policy "own reads" on public.lead_reads for select to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));

-- Leads older than `at` or the reader's account count as read, so that no account begins with thousands unread.
create table private.reads_begin (
  only_one boolean primary key default true check (only_one),
  at timestamptz not null default now()
);

-- Marks leads as read or unread for the caller. Reading a lead also removes the caller's mentions in it.
create function public.mark_leads_read(leads uuid[], is_read boolean default true) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  if is_read then
    delete from public.lead_mentions as mention
    where mention.user_id = auth.uid() and mention.lead_id = any (mark_leads_read.leads[1:200]);
  end if;
  insert into public.lead_reads as known (user_id, lead_id, read_at, is_unread)
  select auth.uid(), lead.id, now(), not is_read
  from public.leads as lead
  where lead.id = any (mark_leads_read.leads[1:200]) and lead.erased_at is null
  on conflict (user_id, lead_id) do update set read_at = excluded.read_at, is_unread = excluded.is_unread;
end;
$$;
grant execute on function public.mark_leads_read(uuid[], boolean) to authenticated, service_role;

-- A colleague who replies to a lead or writes a note about it has read it.
create function private.read_by_writing() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.author_id = auth.uid() and public.can_handle_leads() then
    perform public.mark_leads_read(array[new.lead_id]);
  end if;
  return null;
end;
$$;
