-- A lead that a colleague adds: a person called, came by, or was met at an event (docs/decisions/0068-one-person.md).
alter table public.leads
  add column channel text,
  add column asked_for_contact boolean,
  add column created_by uuid references auth.users (id) on delete set null,
  alter column email drop not null,
  drop constraint leads_origin_known,
  add constraint leads_origin_known check (origin in ('site', 'api', 'staff')),
  add constraint leads_channel_known check (channel in ('phone', 'in_person', 'other')),
  add constraint leads_by_hand_whole check (
    case when origin = 'staff' then num_nulls(channel, asked_for_contact) = 0
    else num_nulls(channel, asked_for_contact, created_by) = 3 end
  ),
  -- Who calls may have no address to give. A visitor's is required, as ever.
  add constraint leads_reachable check (email is not null or (origin = 'staff' and phone is not null));
comment on column public.leads.origin is
  'site: a form of ours said so, signed; api: anybody; staff: a colleague added it; null: the server itself';
comment on column public.leads.email is 'null: a colleague added a lead that can be reached by phone alone';
comment on column public.leads.channel is 'how a lead that a colleague added came in';
comment on column public.leads.asked_for_contact is
  'of a lead that a colleague added: they asked us to contact them. It implies a consent for six months, as a form does';
comment on column public.leads.created_by is 'the colleague who added it; null also when the account is gone';
create index leads_created_by on public.leads (created_by) where created_by is not null;

insert into private.personal_data (table_name, column_name, reach) values ('public.leads', 'channel', 'none');

-- As the column said it, whoever inserts but a colleague through public.add_lead. After private.receive_lead by its name.
create function private.require_email() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'null value in column "email" of relation "leads" violates not-null constraint'
    using errcode = '23502', schema = 'public', table = 'leads', column = 'email';
end;
$$;
create trigger require_email before insert on public.leads
  for each row when (new.email is null and new.origin is distinct from 'staff')
  execute function private.require_email();

-- As before, where there is an address.
create or replace function private.lead_search_text(name text, email text, company text) returns text
  language sql immutable parallel safe
  return private.fold_text(name || e'\x1f' || coalesce(email, '') || e'\x1f' || coalesce(company, ''));

-- The newest request of this address or number, if there is one, and how many there are, up to 101: asked before a lead is
-- added by hand.
create function public.known_requests(email text, phone text)
  returns table (total integer, id uuid, created_at timestamptz, name text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() or octet_length(known_requests.email) > 2000 or octet_length(known_requests.phone) > 2000
  then
    return;
  end if;
  return query
    select found.total, lead.id, lead.created_at, lead.name
    from (
      select same.id, (count(*) over ())::integer as total
      from private.leads_of_contact(
        private.clean_text(known_requests.email), private.clean_text(known_requests.phone), 101
      ) as same
      order by same.created_at desc, same.id desc
      limit 1
    ) as found
    join public.leads as lead on lead.id = found.id;
end;
$$;

-- A notice counts the leads that are news to its colleague; who added one knows of it.
alter table private.pending_lead_notices add column added_by uuid references auth.users (id) on delete set null;
create index pending_lead_notices_added_by on private.pending_lead_notices (added_by) where added_by is not null;

-- As before, but for each colleague without those that they added.
create or replace function private.create_lead_notices() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  adders uuid[];
begin
  delete from private.outbox
  where lead_count is not null and colleague_id not in (select private.lead_notice_recipients());
  if not exists (select from private.pending_lead_notices) or not exists (select private.lead_notice_recipients()) then
    return;
  end if;
  -- One server at a time; the second finds the time moved. A time far ahead is a clock that was set back.
  update private.last_lead_notice set at = now()
  where at <= now() - interval '5 minutes' or at > now() + interval '5 minutes';
  if not found then
    return;
  end if;
  with told as (delete from private.pending_lead_notices returning added_by)
  select coalesce(array_agg(told.added_by), '{}') into adders from told;
  with news as (
    select colleague, cardinality(adders) - cardinality(array_positions(adders, colleague)) as fresh
    from private.lead_notice_recipients() as colleague
  ),
  waiting as (
    select distinct on (outbox.colleague_id) outbox.id, news.fresh
    from private.outbox
    join news on news.colleague = outbox.colleague_id and news.fresh > 0
    where outbox.lead_count is not null and (outbox.lease is null or outbox.leased_until <= now())
    order by outbox.colleague_id, outbox.next_try_at
  ),
  grown as (
    update private.outbox
    set id = gen_random_uuid(), lease = null, leased_until = null, lead_count = outbox.lead_count + waiting.fresh,
      attempts = 0, next_try_at = now()
    from waiting
    where outbox.id = waiting.id
    returning outbox.colleague_id
  )
  insert into private.outbox (colleague_id, lead_count)
  select news.colleague, news.fresh
  from news
  where news.fresh > 0 and news.colleague not in (select grown.colleague_id from grown);
end;
$$;

-- Adds a lead. `lead` is its id, made by the caller, so that a retry is the same lead. Texts are cleaned and checked as a
-- visitor's are; there is no score and no mail to the person.
create function public.add_lead(
  lead uuid, name text, email text, phone text, company text, message text, service uuid, channel text,
  asked_for_contact boolean, came_at timestamptz default now()
) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  most_pending constant integer := 1000;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if exists (select from public.leads where leads.id = lead and leads.created_by = auth.uid()) then
    return lead;
  end if;
  if private.clean_text(left(add_lead.email, 10001)) is null
    and coalesce(char_length(private.phone_digits(left(add_lead.phone, 10001))), 0) < 7
  then
    raise exception 'Give an email address or a phone number.' using errcode = 'P0001', detail = 'lead_unreachable';
  end if;
  if came_at is null or came_at > now() + interval '10 minutes' or came_at < now() - interval '1 year' then
    raise exception 'A lead came within the past year.' using errcode = 'P0001', detail = 'lead_time';
  end if;
  insert into public.leads (
    id, name, email, phone, company, message, service_id, origin, channel, asked_for_contact, created_by, created_at
  )
  values (
    lead, add_lead.name, add_lead.email, add_lead.phone, add_lead.company, add_lead.message, service, 'staff',
    add_lead.channel, add_lead.asked_for_contact, auth.uid(), least(came_at, now())
  );
  perform private.audit('leads', 'created', 'leads', lead::text, details => array[add_lead.channel]);
  if (select count(*) from (select from private.pending_lead_notices limit most_pending) as pending) < most_pending then
    insert into private.pending_lead_notices (lead_id, added_by) values (lead, auth.uid());
  end if;
  return lead;
end;
$$;

-- As before; and who did not ask, did not ask for an answer.
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
    where reply.id = new.message_id
      and (leads.origin is null or leads.asked_for_contact is false)
      and private.is_contact_refused(leads.email)
  ) then
    update public.lead_messages
    set delivery_state = 'failed', delivery_problem = 'Not sent: this person asked not to be contacted.'
    where lead_messages.id = new.message_id;
    return null;
  end if;
  return new;
end;
$$;

create or replace function private.withdraw_unwanted_mail() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.fail_mail(outbox.id, 'Not sent: this person asked not to be contacted.')
  from private.outbox
  join public.lead_messages as reply on reply.id = outbox.message_id
  join public.leads on leads.id = reply.lead_id
  where (leads.origin is null or leads.asked_for_contact is false) and outbox.lease is null
    and private.hash_mail_address(leads.email) = new.address_hash;
  return null;
end;
$$;

-- To a lead without an address nothing can be mailed, whatever its kind.
create function private.refuse_mail_without_address() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.leads
    where leads.email is null
      and leads.id = coalesce(
        new.lead_id, (select reply.lead_id from public.lead_messages as reply where reply.id = new.message_id)
      )
  ) then
    return new;
  end if;
  update public.lead_messages
  set delivery_state = 'failed', delivery_problem = 'Not sent: there is no email address.'
  where lead_messages.id = new.message_id;
  return null;
end;
$$;
create trigger refuse_mail_without_address before insert on private.outbox
  for each row when (new.colleague_id is null and (new.lead_id is not null or new.message_id is not null))
  execute function private.refuse_mail_without_address();

-- As before; the list is one of email addresses.
create or replace function public.set_do_not_contact(lead uuid, refused boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known public.leads;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
  select * into known from public.leads where leads.id = lead;
  if known.id is null then
    raise exception 'This lead was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  if known.email is null then
    raise exception 'This lead has no email address.' using errcode = 'P0001';
  end if;
  if refused then
    insert into private.do_not_contact (address_hash, by_link, set_by)
    values (private.hash_mail_address(known.email), false, auth.uid())
    on conflict (address_hash) do nothing;
  else
    delete from private.do_not_contact where address_hash = private.hash_mail_address(known.email);
  end if;
end;
$$;

-- As before, and those that colleagues added.
create or replace function public.leads_by_source()
  returns table (kind text, source text, total bigint, qualified bigint)
  language sql stable security definer set search_path = ''
as $$
  with counted as (
    select
      case
        when leads.campaign_source is not null then 'campaign'
        when leads.referrer_host is not null then 'site'
        when leads.origin in ('api', 'staff') then leads.origin
        else 'direct'
      end as kind,
      coalesce(leads.campaign_source, leads.referrer_host) as source,
      count(*) as total,
      count(*) filter (where leads.status = 'qualified') as qualified
    from public.leads
    where leads.created_at >= private.toronto_midnight(89)
    group by 1, 2
  )
  select counted.kind, counted.source, counted.total, counted.qualified
  from counted
  where public.is_staff()
  order by counted.total desc, counted.qualified desc, counted.kind, counted.source
  limit 50;
$$;

revoke execute on function private.require_email(), private.refuse_mail_without_address() from public;
revoke execute on function
  public.known_requests(text, text),
  public.add_lead(uuid, text, text, text, text, text, uuid, text, boolean, timestamptz)
  from public, anon, authenticated;
grant execute on function
  public.known_requests(text, text),
  public.add_lead(uuid, text, text, text, text, text, uuid, text, boolean, timestamptz)
  to authenticated;
