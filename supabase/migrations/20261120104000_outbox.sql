-- Mail that waits to be sent. A row is written by the transaction that makes the lead or the reply, so neither is
-- ever without its mail, and a mail server that is away costs neither. Rows go once they are settled: the table holds
-- work that is left, nothing else. It begins empty: what was there before raises no mail.

-- Leads that no notice has told of yet.
create table private.unannounced_leads (
  lead_id uuid primary key references public.leads (id) on delete cascade
);

-- When staff were last told: one notice in five minutes at most (G-36).
create table private.last_lead_notice (
  only_one boolean primary key default true check (only_one),
  at timestamptz not null default '-infinity'
);
insert into private.last_lead_notice default values;

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  message_id uuid unique references public.lead_messages (id) on delete cascade,
  colleague_id uuid references auth.users (id) on delete cascade,
  lead_count integer,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz,
  constraint outbox_reply_or_notice check (
    case when message_id is null then colleague_id is not null and lead_count > 0
    else colleague_id is null and lead_count is null end
  )
);
create index outbox_due on private.outbox (next_try_at);
create index outbox_colleague on private.outbox (colleague_id) where colleague_id is not null;

alter table public.lead_messages
  add column delivery_state text,
  add column delivery_problem text,
  add constraint lead_messages_delivery_state_known check (delivery_state in ('recorded', 'sent', 'failed')),
  add constraint lead_messages_delivery_problem_length check (char_length(delivery_problem) <= 300);
comment on column public.lead_messages.delivery_state is
  'recorded: kept here and not sent, or not yet; sent: a mail server took it; failed: given up; null: was never mail';
comment on column public.lead_messages.delivery_problem is 'why it was not sent so far, in words for staff';

-- Whoever may write a lead is told of by the api's roles; what the server itself brings in (samples, an import with
-- the secret key, a suspect that a colleague restored) is no news. A notice that cannot be queued costs no lead.
create function private.queue_lead_notice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.unannounced_leads (lead_id) select added.id from added;
  return null;
exception
  when others then
    raise warning 'no notice could be queued for a new lead: %', sqlstate;
    return null;
end;
$$;

create trigger queue_lead_notice after insert on public.leads
  referencing new table as added
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.queue_lead_notice();

-- What a colleague writes to the lead is mail. Runs after receive_message, which drops what is written twice.
create function private.begin_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.delivery_state := 'recorded';
  return new;
end;
$$;

create trigger zz_begin_delivery before insert on public.lead_messages
  for each row when (current_user = 'authenticated' and new.sender_type = 'admin')
  execute function private.begin_delivery();

create function private.queue_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (message_id) values (new.id);
  return null;
end;
$$;

create trigger queue_reply after insert on public.lead_messages
  for each row when (current_user = 'authenticated' and new.delivery_state = 'recorded')
  execute function private.queue_reply();

-- Wakes the servers that listen; the others look every few seconds.
create trigger announce_change after insert on private.outbox
  for each statement execute function private.announce_change();
create trigger announce_change after insert on private.unannounced_leads
  for each statement execute function private.announce_change();

revoke execute on function private.queue_lead_notice(), private.begin_delivery(), private.queue_reply() from public;
