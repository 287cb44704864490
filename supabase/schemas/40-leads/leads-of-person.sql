-- Finds and erases a person's leads (70-privacy/person-sources.sql).

create function private.lead_ids_of(wanted private.contacts) returns uuid[]
  language sql stable set search_path = ''
as $$
  select array(
    select leads.id from public.leads where lower(leads.email) = any (wanted.emails)
    union
    select leads.id from public.leads
    where leads.phone is not null and private.phone_digits(leads.phone) = any (wanted.phones)
  );
$$;

-- At most 500 leads, with at most 500 messages and 500 notes each.
create function private.leads_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language plpgsql stable set search_path = ''
as $$
declare
  lead_ids constant uuid[] := private.lead_ids_of(wanted);
begin
  return row(
    (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(lead)) || jsonb_build_object('messages', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', message.created_at, 'from', message.sender_type, 'message', message.message,
          'delivery_state', message.delivery_state
        ) order by message.created_at, message.id), '[]')
        from (
          select * from public.lead_messages where lead_id = lead.id order by created_at, id limit 500
        ) as message
      ), 'notes', (
        select coalesce(jsonb_agg(jsonb_build_object('created_at', note.created_at, 'note', note.note)
          order by note.created_at, note.id), '[]')
        from (
          select * from public.lead_notes where lead_id = lead.id order by created_at, id limit 500
        ) as note
      )) order by lead.created_at desc), '[]')
      from (
        select * from public.leads where leads.id = any (lead_ids) order by leads.created_at desc limit 500
      ) as lead
    ),
    lead_ids,
    jsonb_build_object(
      'leads', cardinality(lead_ids),
      'messages', (select count(*) from public.lead_messages where lead_id = any (lead_ids)),
      'queued', (
        select count(*) from private.outbox
        join public.lead_messages as reply on reply.id = outbox.message_id
        where reply.lead_id = any (lead_ids)
      )
    )
  )::private.found_in_source;
end;
$$;

-- Other addresses and numbers of the leads that were found.
create function private.further_contacts_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row(
    to_jsonb(array(
      select distinct lower(lead.email) from public.leads as lead
      where lead.id = any (further_contacts_of_person.known) and lead.email is not null and lower(lead.email) <> all (wanted.emails)
      union
      select distinct on (private.phone_digits(lead.phone)) lead.phone from public.leads as lead
      where lead.id = any (further_contacts_of_person.known) and lead.phone is not null
        and private.phone_digits(lead.phone) <> all (wanted.phones)
      limit 20
    )),
    '{}', null
  )::private.found_in_source;
$$;

-- Erases the personal data of leads; time, status, service and source remain for the figures. The columns come from
-- private.personal_data, so that a new column is erased without a change here.
create function private.erase_leads(ids uuid[]) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  emptied constant text := (
    select string_agg(format('%I = default', column_name), ', ')
    from private.personal_data
    where table_name = 'public.leads' and reach in ('row', 'words') and column_name not in ('name', 'email')
  );
  erased integer;
begin
  perform from public.leads where leads.id = any (ids) order by leads.id for update;
  execute format(
    'update public.leads
     set name = ''Erased'', email = ''erased@erased.invalid'', %s, reply_count = 0, last_reply_at = null,
       stripe_synced_at = null, assignee_id = null, submission_key = null, consent_at = null, erased_at = now()
     where leads.id = any ($1) and leads.erased_at is null', emptied
  ) using ids;
  get diagnostics erased = row_count;
  delete from public.lead_messages where lead_messages.lead_id = any (ids);
  delete from public.leads_needing_reply where leads_needing_reply.lead_id = any (ids);
  delete from private.staff_notifications where staff_notifications.lead_id = any (ids);
  update public.leads set reply_count = 0 where leads.id = any (ids) and leads.reply_count <> 0;
  return erased;
end;
$$;

create function private.erase_leads_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
declare
  lead_ids constant uuid[] := array(
    select leads.id from public.leads
    where leads.id = any (private.lead_ids_of(wanted) || known) and leads.created_at <= until
  );
  remains constant jsonb := jsonb_build_object('customers', array(
    select distinct leads.stripe_customer_id from public.leads
    where leads.id = any (lead_ids) and leads.stripe_customer_id is not null
  ));
  counts constant jsonb := jsonb_build_object(
    'messages', (select count(*) from public.lead_messages where lead_id = any (lead_ids)),
    'queued', (
      select count(*) from private.outbox
      join public.lead_messages as reply on reply.id = outbox.message_id
      where reply.lead_id = any (lead_ids)
    )
  );
begin
  return row(counts || jsonb_build_object('leads', private.erase_leads(lead_ids)), lead_ids, remains)::private.erased_in_source;
end;
$$;

-- An erased lead gets no message and no Stripe customer.
create function private.refuse_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'lead_messages' then
    if not exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
      return new;
    end if;
  elsif new.stripe_customer_id is null then
    return new;
  end if;
  raise exception 'This person''s data was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
end;
$$;

-- Deletes the rows of an erased lead. Arguments: the tables.
create function private.drop_rows_of_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  name text;
begin
  foreach name in array tg_argv loop
    execute format('delete from %s where lead_id = $1', name) using new.id;
  end loop;
  return null;
end;
$$;
