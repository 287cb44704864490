create table public.lead_messages (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  message text not null,
  sender_type text not null,
  created_at timestamptz not null default now(),
  author_id uuid default auth.uid() references auth.users (id) on delete set null,
  transport_id text,
  is_sample boolean not null default false,
  constraint lead_messages_message_length check (char_length(message) <= 100000),
  constraint lead_messages_sender_type_length check (char_length(sender_type) between 1 and 50),
  constraint lead_messages_transport_id_length check (char_length(transport_id) <= 1000)
);
comment on column public.lead_messages.sender_type is '''admin'' is staff; anything else is the lead';
comment on column public.lead_messages.transport_id is 'Message-ID of the mail that carried it, once there is mail';

create index lead_messages_thread on public.lead_messages (lead_id, created_at, id);
create index lead_messages_author on public.lead_messages (author_id);

-- Who wrote it is the caller, never a value from outside. A retry is one message: the same author, lead,
-- sender and text within two minutes is skipped, without an error. The lock makes two at once wait for each
-- other; each then sees what the other committed.
create function private.receive_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.message := private.clean_text(new.message);
  new.author_id := coalesce(auth.uid(), new.author_id);
  if new.author_id is null then
    return new;
  end if;
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
  return new;
end;
$$;

create trigger receive_message before insert on public.lead_messages
  for each row execute function private.receive_message();

-- reply_count is read, raised and written back by the browser; two colleagues at once would lose one. So
-- whatever is written, the true number of staff messages is stored (G-10).
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
