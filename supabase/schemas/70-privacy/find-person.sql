-- What owners can find, hand out and correct of a person.

-- What owners read, hand out and correct of a person, by email addresses and phone numbers. Looking a person up is in the
-- audit log, which does not name the person.
create function public.find_person(contacts text[]) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.audit('exports', 'read', 'person');
  return private.data_of_person(contacts);
end;
$$;
grant execute on function public.find_person(text[]) to authenticated, service_role;

-- Everything that is known of a person, by email addresses and phone numbers: only find_person() leads here from outside.
-- `leads` are at most 500, with at most 500 messages and notes each; `counts` has the totals. The mail that they sent,
-- or that came in the thread of their leads, is a group of its own: at most 500, the newest first, without text that is
-- a message of the thread already.
create function private.data_of_person(contacts text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted private.contacts;
  lead_ids uuid[];
  waiting_ids uuid[];
  report_ids uuid[];
  request_ids uuid[];
  mail_ids uuid[];
  own uuid[];
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  lead_ids := private.lead_ids_of(wanted);
  waiting_ids := private.quarantined_ids_of(wanted);
  report_ids := array(
    select report.id from public.accessibility_feedback as report where private.is_contact(report.reply_to, wanted)
  );
  request_ids := array(
    select request.id from public.privacy_requests as request where private.is_contact(request.contact, wanted)
  );
  mail_ids := array(
    select mail.id from public.received_mails as mail where lower(mail.from_address) = any (wanted.emails)
    union
    select mail.id from public.received_mails as mail where mail.lead_id = any (lead_ids)
  );
  own := lead_ids || waiting_ids || report_ids || request_ids || mail_ids;
  return jsonb_build_object(
    'emails', to_jsonb(wanted.emails),
    'phones', to_jsonb(wanted.phones),
    'counts', jsonb_build_object(
      'leads', cardinality(lead_ids),
      'messages', (select count(*) from public.lead_messages where lead_id = any (lead_ids)),
      'quarantined', cardinality(waiting_ids),
      'reports', cardinality(report_ids),
      'requests', cardinality(request_ids),
      'mails', cardinality(mail_ids),
      'queued', (
        select count(*) from private.outbox
        join public.lead_messages as reply on reply.id = outbox.message_id
        where reply.lead_id = any (lead_ids)
      )
    ),
    'leads', (
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
    'quarantined', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(lead)) order by lead.created_at desc), '[]')
      from (
        select * from public.quarantined_leads as waiting
        where waiting.id = any (waiting_ids) order by waiting.created_at desc limit 500
      ) as lead
    ),
    'reports', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(report)) order by report.created_at desc), '[]')
      from public.accessibility_feedback as report where report.id = any (report_ids)
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(request)) order by request.received_on desc), '[]')
      from public.privacy_requests as request where request.id = any (request_ids)
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', mail.id, 'received_at', mail.received_at, 'from_address', mail.from_address,
        'from_name', nullif(mail.from_name, ''),
        'subject', mail.subject, 'in_a_conversation', mail.message_id is not null,
        'text', case when mail.message_id is null then mail.body end,
        'files', (
          select jsonb_agg(files.name order by files.part)
          from public.received_files as files where files.mail_id = mail.id
        )
      )) order by mail.received_at desc, mail.id), '[]')
      from (
        select * from public.received_mails where received_mails.id = any (mail_ids)
        order by received_mails.received_at desc, received_mails.id limit 500
      ) as mail
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'email', users.email, 'name', profiles.full_name, 'role', staff.role, 'created_at', users.created_at,
        'last_sign_in_at', users.last_sign_in_at
      ))), '[]')
      from auth.users
      left join public.profiles on profiles.id = users.id
      left join public.staff on staff.user_id = users.id
      where lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones)
    ),
    'doNotContact', (
      select coalesce(jsonb_agg(jsonb_build_object('email', email, 'since', opt_out.since, 'byLink', opt_out.by_link)), '[]')
      from unnest(wanted.emails) as email
      join private.do_not_contact as opt_out on opt_out.address_hash = private.hash_mail_address(email)
    ),
    'alsoKnown', array(
      select distinct lower(known.email) from public.leads as known
      where known.id = any (lead_ids) and known.email is not null and lower(known.email) <> all (wanted.emails)
      union
      select distinct on (private.phone_digits(known.phone)) known.phone from public.leads as known
      where known.id = any (lead_ids) and known.phone is not null
        and private.phone_digits(known.phone) <> all (wanted.phones)
      limit 20
    ),
    'mentions', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'words', own) as mention
    ),
    'published', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'published', own) as mention
    )
  );
end;
$$;

-- Called before the file with a person's data is made.
create function public.record_person_export() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.audit('exports', 'exported', 'person');
end;
$$;
grant execute on function public.record_person_export() to authenticated, service_role;

-- The leads, waiting ones and reports that belong to these contacts.
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

-- Rows outside of `own` whose columns of this reach name one of the contacts: how many, and the first 20 of them; rows
-- that belong to no lead as well. Candidates come from the indexes of contact_keys().
create function private.find_mentions(wanted private.contacts, reach text, own uuid[])
  returns table (table_name text, total bigint, ids text[])
  language plpgsql stable set search_path = '' rows 20
as $$
#variable_conflict use_column
declare
  listed record;
  pattern constant text := private.contact_pattern(wanted);
  keys constant text[] := private.contact_keys(variadic wanted.emails || wanted.phones);
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
      'select count(*), (array_agg(%s))[1:20] from %s as t where %sconcat_ws(e''\n'', %s) ~* $1%s%s',
      case when listed.key is null then 'null::text' else format('t.%I::text', listed.key) end,
      listed.table_name,
      private.contact_lookup(listed.table_name),
      listed.columns,
      case when listed.key is null then '' else format(' and t.%I::text <> all ($2)', listed.key) end,
      case when listed.of_lead then ' and coalesce(t.lead_id::text, '''') <> all ($2)' else '' end
    ) into total, ids using pattern, own::text[], keys;
    if total > 0 then
      return next;
    end if;
  end loop;
end;
$$;

-- Name, email, phone and company, where they are given, on all leads of the person. Who asked not to be contacted stays
-- refused under a new address. Returns the number of leads.
create function public.correct_person(
  contacts text[], name text default null, email text default null, phone text default null, company text default null
) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted private.contacts;
  lead_ids uuid[];
  waiting_ids uuid[];
  new_email constant text := private.clean_text(correct_person.email);
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  if num_nonnulls(
    private.clean_text(correct_person.name), new_email, private.clean_text(correct_person.phone),
    private.clean_text(correct_person.company)
  ) = 0 then
    raise exception 'Nothing to correct was given.'
      using errcode = '22023', hint = 'Fill in what is wrong: name, email, phone or company.';
  end if;
  lead_ids := private.lead_ids_of(wanted);
  waiting_ids := private.quarantined_ids_of(wanted);
  update public.leads
  set name = coalesce(private.clean_text(correct_person.name), leads.name), email = coalesce(new_email, leads.email),
    phone = coalesce(private.clean_text(correct_person.phone), leads.phone),
    company = coalesce(private.clean_text(correct_person.company), leads.company)
  where leads.id = any (lead_ids) and leads.erased_at is null;
  update public.quarantined_leads as waiting
  set name = coalesce(private.clean_text(correct_person.name), waiting.name),
    email = coalesce(new_email, waiting.email),
    phone = coalesce(private.clean_text(correct_person.phone), waiting.phone),
    company = coalesce(private.clean_text(correct_person.company), waiting.company)
  where waiting.id = any (waiting_ids);
  if new_email is not null then
    insert into private.do_not_contact (address_hash, by_link, set_by)
    select private.hash_mail_address(new_email), opt_out.by_link, opt_out.set_by
    from private.do_not_contact as opt_out
    where opt_out.address_hash = any (array(select private.hash_mail_address(old) from unnest(wanted.emails) as old))
    limit 1
    on conflict (address_hash) do nothing;
  end if;
  return cardinality(lead_ids) + cardinality(waiting_ids);
end;
$$;
grant execute on function public.correct_person(text[], text, text, text, text) to authenticated, service_role;
