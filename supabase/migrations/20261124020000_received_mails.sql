-- Answers that come by mail. The server reads each mail (server/mail-in), receive_mail decides in one transaction where it
-- belongs; the whole mail is kept in parts, so that what reading missed is never lost (docs/decisions/0063-mail-in.md).
create table public.received_mails (
  id uuid primary key default gen_random_uuid(),
  received_at timestamptz not null default now(),
  sent_at timestamptz,
  state text not null,
  reason text not null,
  way text not null,
  lead_id uuid references public.leads (id) on delete cascade,
  message_id uuid references public.lead_messages (id) on delete cascade,
  is_other_address boolean not null default false,
  from_address text not null,
  from_name text not null default '',
  subject text not null default '',
  body text not null default '',
  folds integer[] not null default '{}',
  is_cut boolean not null default false,
  size_bytes bigint not null,
  mail_id text,
  content_key text not null,
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
  constraint received_mails_content_key_format check (content_key ~ '^[0-9a-f]{64}$')
);
comment on column public.received_mails.state is
  'joined, or guess (by the sender alone): in a thread; triage: staff decide; machine, bounce: automatic; dismissed by staff';
comment on column public.received_mails.reason is 'why it has its state, in a word of receive_mail or of the reader';
comment on column public.received_mails.is_other_address is 'it came from another address than the lead''s';
comment on column public.received_mails.folds is
  'lines of the body that quote or sign, as pairs: the first line, and the first after them; counted from 0';
comment on column public.received_mails.is_cut is 'the mail has more text than fits here, or was too large to be kept';
comment on column public.received_mails.mail_id is 'its Message-ID';
comment on column public.received_mails.content_key is 'hash of what makes it one mail, whichever way it came, so that twice is once';

create unique index received_mails_once on public.received_mails (content_key);
create index received_mails_lead on public.received_mails (lead_id) where lead_id is not null;
create index received_mails_message on public.received_mails (message_id) where message_id is not null;
create index received_mails_newest on public.received_mails (state, received_at desc, id desc);
create index received_mails_sender on public.received_mails (lower(from_address));
create index lead_messages_transport on public.lead_messages (transport_id) where transport_id is not null;

create table public.received_files (
  mail_id uuid not null references public.received_mails (id) on delete cascade,
  part smallint not null,
  name text not null,
  media_type text not null,
  size_bytes bigint not null,
  refused text,
  primary key (mail_id, part),
  constraint received_files_part_range check (part between 0 and 999),
  constraint received_files_name_length check (char_length(name) between 1 and 200),
  constraint received_files_media_type_format check (media_type ~ '^[a-z0-9.+-]+/[a-z0-9.+-]+$' and char_length(media_type) <= 100),
  constraint received_files_refused_known check (refused in ('too-large', 'thread-full', 'program'))
);
comment on table public.received_files is 'attachments; their bytes are in the mail itself';
comment on column public.received_files.media_type is 'by its bytes, never as the mail says';
comment on column public.received_files.refused is 'why it is not offered; null: it can be downloaded';

-- The mail as it came, in parts of 4 MB: an API call stays small, and a mail of 25 MB is never in memory as one value.
create table private.mail_parts (
  mail_id uuid not null,
  part smallint not null check (part between 0 and 15),
  bytes bytea not null check (octet_length(bytes) between 1 and 4194304),
  stored_at timestamptz not null default now(),
  primary key (mail_id, part)
);
alter table private.mail_parts alter column bytes set storage external;
create index mail_parts_age on private.mail_parts (stored_at);

-- How far a mailbox was read; the server moves it only after the mail is committed.
create table private.mailbox_positions (
  mailbox text primary key check (char_length(mailbox) <= 500),
  uid_validity bigint not null,
  last_uid bigint not null
);

alter table public.lead_messages add column bounced_at timestamptz;
comment on column public.lead_messages.bounced_at is 'when a mail server said that this reply cannot be delivered';

insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('public.received_mails', 'words', 'from_address from_name subject body mail_id'),
    ('public.received_mails', 'none', 'state reason way content_key'),
    ('public.received_files', 'words', 'name'),
    ('public.received_files', 'none', 'media_type refused'),
    ('private.mail_parts', 'row', 'bytes'),
    ('private.mailbox_positions', 'none', 'mailbox')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name;

alter table public.received_mails enable row level security;
alter table public.received_mails force row level security;
alter table public.received_files enable row level security;
alter table public.received_files force row level security;
revoke all on public.received_mails, public.received_files from anon, authenticated, service_role;
grant select on public.received_mails, public.received_files to authenticated, service_role;
-- Agents and owners read what came by mail.
create policy "agents read" on public.received_mails for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners read what was attached to it.
create policy "agents read" on public.received_files for select to authenticated
  using ((select public.can_handle_leads()));
alter publication supabase_realtime add table public.received_mails;

-- The parts go with their mail, and also when words of it were erased or changed: the original still has them.
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
create trigger drop_parts after delete on public.received_mails
  for each row execute function private.drop_mail_parts();
create trigger drop_parts_on_erasure after update of from_address, from_name, subject, body on public.received_mails
  for each row when (
    (old.from_address, old.from_name, old.subject, old.body) is distinct from
    (new.from_address, new.from_name, new.subject, new.body)
  )
  execute function private.drop_mail_parts();

-- Automatic mails have no message that would take them with it.
create function private.erase_received_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.received_mails where received_mails.lead_id = new.id;
  return null;
end;
$$;
create trigger erase_received_mails after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.erase_received_mails();

-- As before, and mail that waits or was dismissed goes with its sender.
create or replace function private.erase_registers(wanted private.contacts, until timestamptz) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  report_ids constant uuid[] := array(
    select report.id from public.accessibility_feedback as report
    where private.is_contact(report.reply_to, wanted) and report.created_at <= until
  );
begin
  update public.accessibility_feedback as report
  set message = '[erased]', page = null, name = null, reply_to = null,
    response = case when report.response is not null then '[erased]' end
  where report.id = any (report_ids);
  delete from private.outbox where outbox.report_id = any (report_ids);
  -- In the thread of another lead it is a message of that lead, whose words are replaced as everywhere.
  delete from public.received_mails as mail
  where lower(mail.from_address) = any (wanted.emails) and mail.received_at <= until and mail.message_id is null;
  update public.privacy_requests as request
  set contact = '[erased]', note = null, response = case when request.response is not null then '[erased]' end
  where private.is_contact(request.contact, wanted) and request.created_at <= until;
  return cardinality(report_ids);
end;
$$;

-- As before, and rows that belong to no lead.
create or replace function private.find_mentions(wanted private.contacts, reach text, own uuid[])
  returns table (table_name text, total bigint, ids text[])
  language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  listed record;
  pattern constant text := private.contact_pattern(wanted);
begin
  for listed in
    select
      data.table_name,
      string_agg(format('t.%I::text', data.column_name), ', ') as columns,
      (
        select a.attname from pg_catalog.pg_attribute as a
        where a.attrelid = to_regclass(data.table_name) and a.attname in ('id', 'record_id') and not a.attisdropped
        order by a.attname limit 1
      ) as key,
      exists (
        select from pg_catalog.pg_attribute as a
        where a.attrelid = to_regclass(data.table_name) and a.attname = 'lead_id' and not a.attisdropped
      ) as of_lead
    from private.personal_data as data
    where data.reach = find_mentions.reach and has_table_privilege(to_regclass(data.table_name), 'select')
    group by data.table_name
    order by data.table_name
  loop
    table_name := listed.table_name;
    execute format(
      'select count(*), (array_agg(%s))[1:20] from %s as t where concat_ws(e''\n'', %s) ~* $1%s%s',
      case when listed.key is null then 'null::text' else format('t.%I::text', listed.key) end,
      listed.table_name,
      listed.columns,
      case when listed.key is null then '' else format(' and t.%I::text <> all ($2)', listed.key) end,
      case when listed.of_lead then ' and coalesce(t.lead_id::text, '''') <> all ($2)' else '' end
    ) into total, ids using pattern, own::text[];
    if total > 0 then
      return next;
    end if;
  end loop;
end;
$$;

revoke execute on function private.drop_mail_parts(), private.erase_received_mails() from public;
