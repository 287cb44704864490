-- The outbox carries any kind of mail. A kind is a name here, and a writer in site/app/mail/start-outbox.ts. A new one
-- needs no column and no change of claim_mail: private.queue_mail takes its facts.

alter table private.outbox
  add column kind text,
  add column lead_id uuid references public.leads (id) on delete cascade,
  add column details jsonb not null default '{}',
  add column unique_key text unique,
  drop constraint outbox_reply_or_notice;

comment on column private.outbox.lead_id is 'of a mail about a lead that is no reply: to its colleague, or without one to the lead';
comment on column private.outbox.details is 'what its writer needs to know besides; what is read when it is sent need not be here';
comment on column private.outbox.unique_key is 'while a mail with this key waits, no other one is queued';

create function private.set_mail_kind() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.kind := coalesce(new.kind, case
    when new.message_id is not null then 'reply'
    when new.report_id is not null then case when new.colleague_id is null then 'acknowledgement' else 'report' end
    when new.lead_count is not null then 'new-leads'
    when new.backup_problem is not null then 'backup-problem'
    else 'recovery-code'
  end);
  return new;
end;
$$;
create trigger set_mail_kind before insert on private.outbox
  for each row execute function private.set_mail_kind();

-- What waits already.
update private.outbox set kind = case
  when message_id is not null then 'reply'
  when report_id is not null then case when colleague_id is null then 'acknowledgement' else 'report' end
  when lead_count is not null then 'new-leads'
  when backup_problem is not null then 'backup-problem'
  else 'recovery-code'
end;

alter table private.outbox
  alter column kind set not null,
  add constraint outbox_kind_length check (char_length(kind) between 1 and 50),
  add constraint outbox_unique_key_length check (char_length(unique_key) <= 200),
  add constraint outbox_details_object check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 16384),
  add constraint outbox_recipient check (
    case kind
      when 'reply' then message_id is not null and num_nonnulls(colleague_id, lead_id, report_id, lead_count) = 0
      when 'acknowledgement' then report_id is not null and num_nonnulls(colleague_id, lead_id, lead_count) = 0
      when 'report' then report_id is not null and colleague_id is not null and num_nonnulls(lead_id, lead_count) = 0
      when 'new-leads' then colleague_id is not null and lead_count > 0 and num_nonnulls(lead_id, message_id, report_id) = 0
      else num_nonnulls(message_id, report_id, lead_count) = 0 and num_nonnulls(colleague_id, lead_id) > 0
    end
  );
create index outbox_lead on private.outbox (lead_id) where lead_id is not null;

-- Queues a mail to `colleague`, or without one to the lead. False where one with this key waits already.
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

-- Of a lead that is erased nothing is sent any more.
create function private.drop_mail_of_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.outbox where outbox.lead_id = new.id;
  return null;
end;
$$;
create trigger drop_mail_of_erased_lead after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.drop_mail_of_erased_lead();

-- As before: only replies are refused; what else goes to a lead answers something that they asked for.
create or replace function private.refuse_unwanted_mail() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.message_id is null then
    return new;
  end if;
  if exists (
    select
    from public.lead_messages as reply
    join public.leads on leads.id = reply.lead_id
    where reply.id = new.message_id and leads.origin is null and private.is_contact_refused(leads.email)
  ) then
    update public.lead_messages
    set delivery_state = 'failed', delivery_problem = 'Not sent: this person asked not to be contacted.'
    where lead_messages.id = new.message_id;
    return null;
  end if;
  return new;
end;
$$;

-- As before, with the kind and its details.
drop function public.claim_mail(integer, integer);
create function public.claim_mail(most integer default 2, lease_seconds integer default 120)
  returns table (
    id uuid,
    lease uuid,
    to_address text,
    lead_count integer,
    message_id uuid,
    lead_id uuid,
    lead_name text,
    body text,
    service_name text,
    author_name text,
    earlier_ids text[],
    report_id uuid,
    kind text,
    details jsonb
  )
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  claim constant uuid := gen_random_uuid();
  lease_time constant interval := interval '1 second' * least(greatest(lease_seconds, 30), 600);
begin
  perform private.create_lead_notices();
  -- Who was erased meanwhile left no address.
  delete from private.outbox using public.accessibility_feedback as report
  where report.id = outbox.report_id and outbox.colleague_id is null and not private.is_mail_address(report.reply_to);
  -- Tried to the end by servers that died of it.
  perform private.fail_mail(outbox.id, 'The server stopped every time it tried to send this.')
  from private.outbox
  where private.is_out_of_attempts(outbox.attempts) and outbox.leased_until <= now();

  update private.outbox
  set lease = claim, leased_until = now() + lease_time, attempts = outbox.attempts + 1
  where outbox.id in (
    select due.id
    from private.outbox as due
    where (due.next_try_at <= now() or due.next_try_at > now() + interval '5 hours')
      and (due.lease is null or due.leased_until <= now() or due.leased_until > now() + interval '11 minutes')
      and not exists (
        select
        from public.lead_messages as reply
        join public.lead_messages as earlier on earlier.lead_id = reply.lead_id
          and (earlier.created_at, earlier.id) < (reply.created_at, reply.id)
        join private.outbox as unsent on unsent.message_id = earlier.id
        where reply.id = due.message_id
      )
    order by due.next_try_at
    limit least(greatest(most, 1), 20)
    for update skip locked
  );
  return query
  select
    outbox.id, outbox.lease,
    case when outbox.colleague_id is not null then users.email::text else coalesce(leads.email, report.reply_to) end,
    outbox.lead_count, outbox.message_id, leads.id, leads.name,
    coalesce(lead_messages.message, outbox.backup_problem), leads.service_name,
    profiles.full_name,
    array(
      select earlier.transport_id
      from public.lead_messages as earlier
      where earlier.lead_id = leads.id
        and earlier.transport_id is not null
        and (earlier.created_at, earlier.id) < (lead_messages.created_at, lead_messages.id)
      order by earlier.created_at desc, earlier.id desc
      limit 10
    ),
    outbox.report_id, outbox.kind, outbox.details
  from private.outbox
  left join public.lead_messages on lead_messages.id = outbox.message_id
  left join public.leads on leads.id = coalesce(lead_messages.lead_id, outbox.lead_id)
  left join public.profiles on profiles.id = lead_messages.author_id
  left join auth.users on users.id = outbox.colleague_id
  left join public.accessibility_feedback as report on report.id = outbox.report_id
  where outbox.lease = claim;
end;
$$;

insert into private.personal_data (table_name, column_name, reach)
values
  ('private.outbox', 'details', 'words'),
  ('private.outbox', 'kind', 'none'),
  ('private.outbox', 'unique_key', 'none');

revoke execute on function
  private.set_mail_kind(), private.queue_mail(text, uuid, uuid, jsonb, text, timestamptz), private.drop_mail_of_erased_lead()
  from public;
revoke execute on function public.claim_mail(integer, integer) from public, anon, authenticated;
grant execute on function public.claim_mail(integer, integer) to service_role;
