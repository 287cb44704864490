-- Mail that waits to be sent. The transaction that creates a lead or reply also inserts its mail, so no mail is lost,
-- and leads and replies are stored even if the mail server cannot be reached. private.settle_mail deletes mail that
-- was sent or has failed.

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  message_id uuid unique references public.lead_messages (id) on delete cascade,
  colleague_id uuid references auth.users (id) on delete cascade,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz,
  queued_at timestamptz not null default now(),
  -- Of a report of a barrier, for who wrote it.
  report_id uuid references public.accessibility_feedback (id) on delete cascade,
  -- Selects the function in site/app/mail/create-outbox-sender.ts that writes the mail. A new kind needs no column
  -- and no change of claim_mail: private.queue_mail stores its data in `details`.
  kind text not null,
  -- Of a mail about a lead: to its colleague, or without one to the lead.
  lead_id uuid references public.leads (id) on delete cascade,
  -- What its writer needs to know besides; what is read when it is sent need not be here.
  details jsonb not null default '{}',
  -- While a mail with this key waits, no other one is queued.
  unique_key text unique,
  -- Set where it waits longer than any retry.
  not_before timestamptz,
  -- It is of no use later.
  drop_after timestamptz,
  -- Mail to one lead that has this leaves in its order; one that waits holds back those after it.
  in_order_at timestamptz,
  -- The column that says to whom it goes.
  addressed_by text not null generated always as (
    case
      when message_id is not null then 'message_id'
      when report_id is not null then 'report_id'
      when colleague_id is not null then 'colleague_id'
      else 'lead_id'
    end
  ) stored,
  constraint outbox_kind foreign key (kind, addressed_by) references private.mail_kinds (kind, addressed_by),
  constraint outbox_unique_key_length check (char_length(unique_key) <= 200),
  constraint outbox_details_object check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 16384),
  constraint outbox_recipient check (
    case addressed_by
      when 'message_id' then num_nulls(lead_id, in_order_at) = 0 and num_nonnulls(colleague_id, report_id) = 0
      when 'report_id' then num_nonnulls(colleague_id, lead_id) = 0
      else num_nonnulls(colleague_id, lead_id) > 0
    end
  )
);

create index outbox_due on private.outbox (next_try_at);
create index outbox_colleague on private.outbox (colleague_id) where colleague_id is not null;
-- At most one acknowledgement of a report.
create unique index outbox_acknowledgement on private.outbox (report_id) where report_id is not null;
create index outbox_lead on private.outbox (lead_id) where lead_id is not null;

create trigger refuse_mail_without_address before insert on private.outbox
  for each row when (new.colleague_id is null and new.lead_id is not null)
  execute function private.refuse_mail_without_address();
create trigger refuse_unwanted_mail before insert on private.outbox
  for each row execute function private.refuse_unwanted_mail();
create trigger set_mail_time before insert on private.outbox
  for each row execute function private.set_mail_time();
create trigger retry_earlier_replies after insert on private.outbox
  for each row when (new.in_order_at is not null) execute function private.retry_earlier_replies();
-- Notifies the servers that listen; the others poll every few seconds.
create trigger notify_changed after insert on private.outbox
  for each row execute function private.notify_table_changed();

create function private.set_mail_time() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.next_try_at > now() + interval '4 hours' then
    new.not_before := new.next_try_at;
  end if;
  return new;
end;
$$;

-- Queues a mail to `colleague` or, if that is null, to the lead. False if a mail with this key is already queued.
create function private.queue_mail(
  kind text,
  colleague uuid default null,
  lead uuid default null,
  details jsonb default '{}',
  unique_key text default null,
  not_before timestamptz default now()
) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.outbox (kind, colleague_id, lead_id, details, unique_key, next_try_at)
  values (queue_mail.kind, colleague, lead, queue_mail.details, queue_mail.unique_key, not_before)
  on conflict do nothing;
  return found;
end;
$$;

-- Queues a reply, to be sent after ten seconds so that it can be undone. `details` is the former state of its lead.
create function private.queue_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (kind, message_id, lead_id, in_order_at, next_try_at, details)
  select 'reply', new.id, new.lead_id, new.created_at, now() + interval '10 seconds', jsonb_strip_nulls(jsonb_build_object(
    'status', leads.status, 'last_reply_at', leads.last_reply_at, 'follow_up', due.due_on, 'wait', to_jsonb(waiting),
    'notifications', items.unsent
  ))
  from public.leads
  left join public.leads_needing_reply as waiting on waiting.lead_id = leads.id
  cross join lateral (
    select jsonb_agg(item) as unsent from private.staff_notifications as item
    where item.lead_id = leads.id and not private.is_being_sent(item.mail_id)
  ) as items
  left join public.lead_follow_ups as due on due.lead_id = leads.id and due.due_at <= now()
  where leads.id = new.lead_id;
  return null;
end;
$$;

create function private.can_be_undone(mail private.outbox) returns boolean
  language sql stable
  return mail.attempts = 0 and mail.details ? 'status' and mail.queued_at > now() - interval '1 minute';

-- `waiting`: mail that is due. `failed`: replies and digests that failed in the last week.
create function public.outbox_state()
  returns table (waiting integer, oldest_seconds integer, failed integer)
  language plpgsql stable security definer set search_path = '' rows 1
as $$
begin
  perform private.require_owner();
  return query
    select
      count(*)::integer,
      -- A clock that was set back makes no age negative.
      greatest(coalesce(extract(epoch from now() - min(greatest(outbox.queued_at, outbox.not_before))), 0), 0)::integer,
      (
        select count(*) from public.lead_messages
        where delivery_state = 'failed' and created_at > now() - interval '7 days'
      )::integer + (
        select count(*) from public.failed_notices() as failed where failed.failed_at > now() - interval '7 days'
      )::integer
    from private.outbox
    where outbox.not_before is null or outbox.not_before <= now();
end;
$$;
grant execute on function public.outbox_state() to authenticated, service_role;

-- The kinds of mail; the data.sql of each concept registers its own (CONTRIBUTING.md).
create table private.mail_kinds (
  kind text primary key,
  addressed_by text not null,
  recipient text not null,
  settle text,
  constraint mail_kinds_kind_format check (kind ~ '^[a-z-]{1,50}$'),
  constraint mail_kinds_addressed_by_known check (addressed_by in ('message_id', 'report_id', 'colleague_id', 'lead_id')),
  constraint mail_kinds_recipient_known check (recipient in ('lead', 'booker', 'visitor', 'staff')),
  constraint mail_kinds_addressed_once unique (kind, addressed_by)
);
comment on column private.mail_kinds.kind is 'selects the function in site/app/mail/create-outbox-sender.ts that writes it';
comment on column private.mail_kinds.addressed_by is 'as in the outbox';
comment on column private.mail_kinds.recipient is
  'lead: it has links to the conversation and to unsubscribe; answers of lead and booker are added to the thread';
comment on column private.mail_kinds.settle is
  'applies an outcome: (private.outbox, outcome, problem, transport_id); without it, the mail is only deleted';

create function private.register_mail_kind(kind text, addressed_by text, recipient text, settle text default null)
  returns void
  language sql volatile set search_path = ''
as $$
  insert into private.mail_kinds (kind, addressed_by, recipient, settle)
  values (register_mail_kind.kind, addressed_by, recipient, settle)
  on conflict (kind) do update set
    addressed_by = excluded.addressed_by, recipient = excluded.recipient, settle = excluded.settle
  where mail_kinds <> excluded
$$;
