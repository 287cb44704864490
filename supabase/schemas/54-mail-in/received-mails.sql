-- Received mail. The server reads each mail (server/mail-in), and receive_mail decides where it belongs. The original
-- is kept in mail_parts (docs/decisions/0063-mail-in.md).
create table public.received_mails (
  id uuid primary key default gen_random_uuid(),
  received_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Joined, or guess (by the sender alone): in a thread; triage: staff decide; machine, bounce: automatic; dismissed by
  -- staff.
  state text not null,
  -- Why it has its state, as a code of receive_mail, match_mail or the server.
  reason text not null,
  way text not null,
  lead_id uuid references public.leads (id) on delete cascade,
  message_id uuid references public.lead_messages (id) on delete cascade,
  -- It came from another address than the lead's.
  is_other_address boolean not null default false,
  from_address text not null,
  from_name text not null default '',
  subject text not null default '',
  body text not null default '',
  -- Quotes and signatures in the body, as pairs of line numbers from 0: the first line, and the first line after it.
  folds integer[] not null default '{}',
  -- The text is longer than fits here, or the mail was too large to be stored.
  is_cut boolean not null default false,
  size_bytes bigint not null,
  -- Its Message-ID.
  mail_id text,
  -- Hash by which the same mail is recognized, whichever way it came.
  content_key text not null,
  -- The sender is checked by mail-reader/src/sender/check-sender.ts (docs/decisions/0063-mail-in.md).
  -- Confirmed: signed or sent by the domain in From; unconfirmed: not, or against its rules; unchecked: DNS did not
  -- answer; null: not examined.
  sender_check text,
  -- In triage: when the target for a reply passes.
  target_at timestamptz,
  -- When owners are notified that it waits; null: never, or already notified.
  escalate_at timestamptz,
  constraint received_mails_state_known check (state in ('joined', 'guess', 'triage', 'machine', 'bounce', 'dismissed')),
  constraint received_mails_way_known check (way in ('imap', 'smtp', 'webhook')),
  constraint received_mails_joined check (state not in ('joined', 'guess') or num_nulls(lead_id, message_id) = 0),
  constraint received_mails_reason_format check (reason ~ '^[a-z][a-z-]{1,39}$'),
  constraint received_mails_from_address_length check (char_length(from_address) <= 320),
  constraint received_mails_from_name_length check (char_length(from_name) <= 200),
  constraint received_mails_subject_length check (char_length(subject) <= 500),
  constraint received_mails_body_length check (char_length(body) <= 100000),
  constraint received_mails_folds_length check (cardinality(folds) <= 400),
  constraint received_mails_mail_id_length check (char_length(mail_id) <= 1000),
  constraint received_mails_content_key_format check (content_key ~ '^[0-9a-f]{64}$'),
  constraint received_mails_sender_check_known check (sender_check in ('confirmed', 'unconfirmed', 'unchecked'))
);

create unique index received_mails_once on public.received_mails (content_key);
create index received_mails_lead on public.received_mails (lead_id) where lead_id is not null;
create index received_mails_message on public.received_mails (message_id) where message_id is not null;
create index received_mails_newest on public.received_mails (state, received_at desc, id desc);
create index received_mails_sender on public.received_mails (lower(from_address));
create index received_mails_contacts on public.received_mails
  using gin (private.contact_keys(from_address, from_name, subject, body, mail_id)) with (fastupdate = off);
-- For the daily limits.
create index received_mails_of_strangers on public.received_mails (received_at) include (size_bytes) where lead_id is null;
create index received_mails_target on public.received_mails (target_at) where state = 'triage';
create index received_mails_escalate on public.received_mails (escalate_at) where escalate_at is not null;

grant select on public.received_mails to authenticated;
revoke all on public.received_mails from service_role;
grant select on public.received_mails to service_role;

-- Agents and owners read received mail.
select private.add_policies('received_mails', 'agents', 'select');

create trigger drop_parts after delete on public.received_mails
  for each row execute function private.drop_mail_parts();
create trigger drop_parts_on_erasure after update of from_address, from_name, subject, body on public.received_mails
  for each row when (
    (old.from_address, old.from_name, old.subject, old.body) is distinct from
    (new.from_address, new.from_name, new.subject, new.body)
  )
  execute function private.drop_mail_parts();
create trigger set_mail_target before insert or update of state on public.received_mails
  for each row execute function private.set_mail_target();

alter table private.staff_notifications
  add constraint staff_notifications_received_mail_id_fkey
  foreign key (received_mail_id) references public.received_mails (id) on delete cascade;

-- Attachments; their content is in mail_parts.
create table public.received_files (
  mail_id uuid not null references public.received_mails (id) on delete cascade,
  part smallint not null,
  name text not null,
  -- Detected from the content, not from the mail.
  media_type text not null,
  size_bytes bigint not null,
  -- Why it cannot be downloaded; null: it can.
  refused text,
  primary key (mail_id, part),
  constraint received_files_part_range check (part between 0 and 999),
  constraint received_files_name_length check (char_length(name) between 1 and 200),
  constraint received_files_media_type_format check (media_type ~ '^[a-z0-9.+-]+/[a-z0-9.+-]+$' and char_length(media_type) <= 100),
  constraint received_files_refused_known check (refused in ('too-large', 'thread-full', 'program'))
);

grant select on public.received_files to authenticated;
revoke all on public.received_files from service_role;
grant select on public.received_files to service_role;

-- Agents and owners read attachments.
select private.add_policies('received_files', 'agents', 'select');

-- The original mail in parts of 4 MB, so that API calls and values in memory stay small.
create table private.mail_parts (
  mail_id uuid not null,
  part smallint not null check (part between 0 and 15),
  bytes bytea not null check (octet_length(bytes) between 1 and 4194304),
  stored_at timestamptz not null default now(),
  primary key (mail_id, part)
);
alter table private.mail_parts alter column bytes set storage external;

create index mail_parts_age on private.mail_parts (stored_at);

-- Deletes the original of a mail that was deleted, or whose text an erasure changed: the original still contains it.
create function private.drop_mail_parts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.mail_parts where mail_parts.mail_id = old.id;
  if tg_op = 'UPDATE' then
    delete from public.received_files where received_files.mail_id = old.id;
  end if;
  return null;
end;
$$;

-- Mail in triage has a target time like a lead. If it cannot be computed, the mail is still stored.
create function private.set_mail_target() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.state <> 'triage' then
    new.target_at := null;
    new.escalate_at := null;
  elsif tg_op = 'INSERT' or old.state <> 'triage' then
    new.target_at := private.answer_target(new.received_at);
    new.escalate_at := new.target_at;
  end if;
  return new;
exception
  when others then
    raise warning 'no target for a received mail: %', sqlstate;
    return new;
end;
$$;

-- Deletes dismissed mail and automatic mail without a lead after 90 days, and mail in triage after the retention time
-- of leads. Mail in a thread is deleted with its lead. The server calls it every hour.
create function public.expire_received_mails(most integer default 1000) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.received_mails
  where received_mails.id in (
    select old.id
    from public.received_mails as old
    where old.message_id is null
      and (
        (old.state = 'dismissed' and old.received_at < now() - interval '90 days')
        or (old.state in ('machine', 'bounce') and old.lead_id is null and old.received_at < now() - interval '90 days')
        or (old.state = 'triage' and old.received_at < now() - make_interval(months => coalesce(public.retention_months(), 84)))
      )
    limit most
  );
  delete from private.mail_parts as part
  where part.stored_at < now() - interval '1 day'
    and not exists (select from public.received_mails as kept where kept.id = part.mail_id);
end;
$$;
grant execute on function public.expire_received_mails(integer) to service_role;
