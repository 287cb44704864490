-- Quarantine: leads that may be spam, until staff restore them. The server deletes them after 24 months
-- (70-privacy/retention.sql); accounts cannot delete them. The table has the columns and checks of leads, so that a row
-- can become a lead.
create table public.quarantined_leads (
  like public.leads including defaults including constraints including comments,
  primary key (id),
  foreign key (service_id) references public.services (id) on delete set null,
  foreign key (assignee_id) references auth.users (id) on delete set null,
  -- So the columns of a lead that a colleague added are empty (leads_by_hand_whole).
  constraint quarantined_leads_of_visitors check (origin <> 'staff')
);
alter table public.quarantined_leads alter column email set not null;

create index quarantined_leads_newest on public.quarantined_leads (created_at desc, id desc);
create index quarantined_leads_service on public.quarantined_leads (service_id);
create index quarantined_leads_assignee on public.quarantined_leads (assignee_id) where assignee_id is not null;
create index quarantined_leads_content on public.quarantined_leads (content_hash, created_at)
  where content_hash is not null;
create index quarantined_leads_address on public.quarantined_leads (address_hash, created_at)
  where address_hash is not null;
create index quarantined_leads_network on public.quarantined_leads (network_hash, created_at)
  where network_hash is not null;
create index quarantined_leads_from_api on public.quarantined_leads (created_at) where origin = 'api';
create index quarantined_leads_email on public.quarantined_leads (lower(email));
create index quarantined_leads_phone on public.quarantined_leads (private.phone_digits(phone)) where phone is not null;

alter table public.quarantined_leads enable row level security, force row level security;
grant select on public.quarantined_leads to authenticated;

-- Agents and owners read the quarantine: personal data, so not every role.
create policy "agents read" on public.quarantined_leads for select to authenticated
  using ((select public.can_handle_leads()));

create trigger audit_deleted after delete on public.quarantined_leads
  referencing old table as removed for each statement execute function private.audit_deleted_leads();

create function private.quarantine_lead(lead public.leads) returns void
  language sql set search_path = ''
as $$
  insert into public.quarantined_leads
  select quarantined.* from jsonb_populate_record(null::public.quarantined_leads, to_jsonb(lead)) as quarantined;
$$;

-- Moves a quarantined lead to leads, with its ID and time; a quarantined answer becomes a message of its thread. The
-- insert comes before the delete, which is how audit_deleted_leads recognizes a restored lead.
create function public.restore_quarantined_lead(lead_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  quarantined public.quarantined_leads;
  answer private.quarantined_messages;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  perform private.require_lead_handler();
  select * into quarantined from public.quarantined_leads
  where quarantined_leads.id = restore_quarantined_lead.lead_id for update;
  if quarantined.id is null then
    raise exception 'This message is no longer in possible spam.'
      using errcode = 'P0001', detail = 'not_quarantined',
        hint = 'Someone may have restored it already. Refresh the list.';
  end if;
  select * into answer from private.quarantined_messages where quarantined_messages.id = quarantined.id;
  if answer.id is null then
    insert into public.leads
    select restored.* from jsonb_populate_record(null::public.leads, to_jsonb(quarantined)) as restored;
  else
    -- Without claims, the author is the prospect and not the caller.
    perform set_config('request.jwt.claims', '{}', true);
    insert into public.lead_messages (id, lead_id, message, sender_type, created_at)
    values (answer.id, answer.lead_id, answer.message, 'lead', answer.quarantined_at);
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  end if;
  delete from public.quarantined_leads where quarantined_leads.id = quarantined.id;
  return coalesce(answer.lead_id, quarantined.id);
end;
$$;
grant execute on function public.restore_quarantined_lead(uuid) to authenticated, service_role;

-- Finds and erases a person (70-privacy/person-sources.sql).
create function private.quarantined_ids_of(wanted private.contacts) returns uuid[]
  language sql stable set search_path = ''
as $$
  select array(
    select lead.id from public.quarantined_leads as lead where lower(lead.email) = any (wanted.emails)
    union
    select lead.id from public.quarantined_leads as lead
    where lead.phone is not null and private.phone_digits(lead.phone) = any (wanted.phones)
  );
$$;

create function private.quarantined_leads_of_person(wanted private.contacts, known uuid[])
  returns private.found_in_source
  language plpgsql stable set search_path = ''
as $$
declare
  waiting_ids constant uuid[] := private.quarantined_ids_of(wanted);
begin
  return row(
    (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(lead)) order by lead.created_at desc), '[]')
      from (
        select * from public.quarantined_leads as waiting
        where waiting.id = any (waiting_ids) order by waiting.created_at desc limit 500
      ) as lead
    ),
    waiting_ids, jsonb_build_object('quarantined', cardinality(waiting_ids))
  )::private.found_in_source;
end;
$$;

create function private.erase_quarantined_leads_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language sql volatile set search_path = ''
as $$
  with gone as (
    delete from public.quarantined_leads as lead
    where lead.id = any (private.quarantined_ids_of(wanted) || known) and lead.created_at <= until
    returning lead.id
  )
  select row(jsonb_build_object('quarantined', count(*)), coalesce(array_agg(gone.id), '{}'), null)::private.erased_in_source
  from gone;
$$;
