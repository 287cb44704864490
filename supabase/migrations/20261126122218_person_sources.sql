-- 1 × drop function, 1 × create table, 2 × create type, 19 × create function, 17 × revoke all, 11 × rows

set check_function_bodies = off;

DROP FUNCTION "private"."erase_registers"(private.contacts, timestamp with time zone);
CREATE TABLE "private"."person_sources" ("name" text NOT NULL, "place" smallint NOT NULL, "tables" text[] NOT NULL, "find" text, "erase" text, CONSTRAINT "person_sources_pkey" PRIMARY KEY (name));
CREATE TYPE "private"."erased_in_source" AS ("counts" jsonb, "ids" uuid[], "remains" jsonb);
CREATE TYPE "private"."found_in_source" AS ("rows" jsonb, "ids" uuid[], "counts" jsonb);
create or replace function private.accounts_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row((
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'email', users.email, 'name', profiles.full_name, 'role', staff.role, 'created_at', users.created_at,
      'last_sign_in_at', users.last_sign_in_at
    ))), '[]')
    from auth.users
    left join public.profiles on profiles.id = users.id
    left join public.staff on staff.user_id = users.id
    where lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones)
  ), '{}', null)::private.found_in_source;
$$;
-- Everything that is known of a person, by email addresses and phone numbers: only find_person() leads here from outside.
-- Lists have at most 500 rows; `counts` has the totals.
create or replace function private.data_of_person(contacts text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted private.contacts;
  source private.person_sources;
  found private.found_in_source;
  own uuid[] := '{}';
  counts jsonb := '{}';
  result jsonb := '{}';
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  for source in
    select * from private.person_sources where person_sources.find is not null order by person_sources.place, person_sources.name
  loop
    execute format('select * from %s($1, $2)', source.find) into found using wanted, own;
    result := result || jsonb_build_object(source.name, found.rows);
    counts := counts || coalesce(found.counts, '{}');
    own := own || found.ids;
  end loop;
  return result || jsonb_build_object(
    'emails', to_jsonb(wanted.emails),
    'phones', to_jsonb(wanted.phones),
    'counts', counts,
    'mentions', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'words', own) as mention
    ),
    'published', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'published', own) as mention
    )
  );
end;
$$;
-- A colleague's account is theirs: an owner removes it under Team.
create or replace function private.erase_accounts_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language sql volatile set search_path = ''
as $$
  with gone as (
    delete from auth.users
    where (lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones))
      and users.created_at <= until
      and not exists (select from public.staff where staff.user_id = users.id)
    returning 1
  )
  select row(jsonb_build_object('accounts', count(*)), null, jsonb_build_object('team', (
    select coalesce(jsonb_agg(users.email), '[]') from auth.users
    join public.staff on staff.user_id = users.id
    where lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones)
  )))::private.erased_in_source
  from gone;
$$;
-- Of a person (70-privacy/person-sources.sql); `known` are the leads that were erased.
create or replace function private.erase_audit_log_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
declare
  email text;
begin
  foreach email in array case when wanted.emails = '{}' then array[null] else wanted.emails end loop
    perform private.erase_from_audit_log(known, email);
  end loop;
  return null;
end;
$$;
-- All of it is one transaction, the caller's. `known` are leads that belong to the person under another address; rows
-- that are younger than `until` stay. What is returned names nobody but `remains`, what is beyond our reach.
create or replace function private.erase_contacts(wanted private.contacts, known uuid[], until timestamptz) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  source private.person_sources;
  erased private.erased_in_source;
  ids uuid[] := '{}';
  counts jsonb := '{}';
  remains jsonb := '{}';
begin
  for source in
    select * from private.person_sources where person_sources.erase is not null order by person_sources.place, person_sources.name
  loop
    execute format('select * from %s($1, $2, $3)', source.erase) into erased using wanted, known || ids, until;
    counts := counts || coalesce(erased.counts, '{}');
    remains := remains || coalesce(erased.remains, '{}');
    ids := ids || coalesce(erased.ids, '{}');
  end loop;
  counts := counts || jsonb_build_object('mentions', private.erase_mentions(wanted, until));
  return counts || jsonb_build_object(
    'leadIds', to_jsonb(ids),
    'remains', remains || jsonb_build_object('published', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'published', '{}') as mention
    ))
  );
end;
$$;
create or replace function private.erase_leads_of_person(wanted private.contacts, known uuid[], until timestamptz)
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
-- Mail that waits or was dismissed goes with its sender. In the thread of another lead it is a message of that lead,
-- whose words are replaced as everywhere.
create or replace function private.erase_mails_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
begin
  delete from public.received_mails as mail
  where lower(mail.from_address) = any (wanted.emails) and mail.received_at <= until and mail.message_id is null;
  return null;
end;
$$;
-- Paths that name a person (70-privacy/person-sources.sql).
create or replace function private.erase_missed_paths_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
begin
  delete from public.missed_paths where missed_paths.path ~* private.contact_pattern(wanted);
  return null;
end;
$$;
create or replace function private.erase_quarantined_leads_of_person(wanted private.contacts, known uuid[], until timestamptz)
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
-- Reports count in published figures: they stay, without words. The acknowledgement of one that still waits is dropped.
create or replace function private.erase_reports_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
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
  return row(jsonb_build_object('reports', cardinality(report_ids)), null, null)::private.erased_in_source;
end;
$$;
-- Requests are the proof that they were handled: they stay, without words.
create or replace function private.erase_requests_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
begin
  update public.privacy_requests as request
  set contact = '[erased]', note = null, response = case when request.response is not null then '[erased]' end
  where private.is_contact(request.contact, wanted) and request.created_at <= until;
  return null;
end;
$$;
-- Other addresses and numbers of the leads that were found.
create or replace function private.further_contacts_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
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
-- With at most 500 messages and notes each.
create or replace function private.leads_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
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
-- Mail that they sent, or that came in the thread of their leads, the newest 500, without text that is a message of the
-- thread already.
create or replace function private.mails_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language plpgsql stable set search_path = ''
as $$
declare
  mail_ids constant uuid[] := array(
    select mail.id from public.received_mails as mail where lower(mail.from_address) = any (wanted.emails)
    union
    select mail.id from public.received_mails as mail where mail.lead_id = any (known)
  );
begin
  return row(
    (
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
    mail_ids, jsonb_build_object('mails', cardinality(mail_ids))
  )::private.found_in_source;
end;
$$;
-- Whether a person asked not to be contacted (70-privacy/person-sources.sql). It stays after an erasure.
create or replace function private.opt_outs_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row((
    select coalesce(jsonb_agg(jsonb_build_object('email', email, 'since', opt_out.since, 'byLink', opt_out.by_link)), '[]')
    from unnest(wanted.emails) as email
    join private.do_not_contact as opt_out on opt_out.address_hash = private.hash_mail_address(email)
  ), '{}', null)::private.found_in_source;
$$;
create or replace function private.quarantined_leads_of_person(wanted private.contacts, known uuid[])
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
-- For data.sql: these columns of a table, separated by spaces, have this reach.
create or replace function private.register_personal_data(of_table text, reach text, columns text) returns void
  language sql volatile set search_path = ''
as $$
  insert into private.personal_data (table_name, column_name, reach)
  select of_table, listed.name, register_personal_data.reach from regexp_split_to_table(columns, '\s+') as listed (name)
  on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
$$;
-- The reports of a person (70-privacy/person-sources.sql).
create or replace function private.reports_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row(
    coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(report)) order by report.created_at desc), '[]'),
    coalesce(array_agg(report.id), '{}'), jsonb_build_object('reports', count(*))
  )::private.found_in_source
  from public.accessibility_feedback as report
  where private.is_contact(report.reply_to, wanted);
$$;
-- The requests of a person (person-sources.sql).
create or replace function private.requests_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row(
    coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(request)) order by request.received_on desc), '[]'),
    coalesce(array_agg(request.id), '{}'), jsonb_build_object('requests', count(*))
  )::private.found_in_source
  from public.privacy_requests as request
  where private.is_contact(request.contact, wanted);
$$;
REVOKE ALL ON FUNCTION "private"."accounts_of_person"(private.contacts, uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."erase_accounts_of_person"(private.contacts, uuid[], timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."erase_audit_log_of_person"(private.contacts, uuid[], timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."erase_leads_of_person"(private.contacts, uuid[], timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."erase_mails_of_person"(private.contacts, uuid[], timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."erase_missed_paths_of_person"(private.contacts, uuid[], timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."erase_quarantined_leads_of_person"(private.contacts, uuid[], timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."erase_reports_of_person"(private.contacts, uuid[], timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."erase_requests_of_person"(private.contacts, uuid[], timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."further_contacts_of_person"(private.contacts, uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."leads_of_person"(private.contacts, uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."mails_of_person"(private.contacts, uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."opt_outs_of_person"(private.contacts, uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."quarantined_leads_of_person"(private.contacts, uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."register_personal_data"(text, text, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."reports_of_person"(private.contacts, uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."requests_of_person"(private.contacts, uuid[]) FROM PUBLIC;

insert into private.person_sources (name, place, tables, find, erase) values
  ('accounts', 60, '{auth.users,public.profiles}', 'private.accounts_of_person', 'private.erase_accounts_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

insert into private.person_sources (name, place, tables, find, erase) values
  ('auditLog', 80, '{public.audit_log}', null, 'private.erase_audit_log_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

insert into private.person_sources (name, place, tables, find, erase) values
  ('missedPaths', 70, '{public.missed_paths}', null, 'private.erase_missed_paths_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

insert into private.person_sources (name, place, tables, find, erase) values
  ('leads', 10, '{public.leads,public.lead_messages}', 'private.leads_of_person', 'private.erase_leads_of_person'),
  ('alsoKnown', 15, '{}', 'private.further_contacts_of_person', null)
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

insert into private.person_sources (name, place, tables, find, erase) values
  ('quarantined', 5, '{public.quarantined_leads}', 'private.quarantined_leads_of_person',
    'private.erase_quarantined_leads_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

insert into private.person_sources (name, place, tables, find, erase) values
  ('doNotContact', 65, '{private.do_not_contact}', 'private.opt_outs_of_person', null)
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

insert into private.person_sources (name, place, tables, find, erase) values
  ('mails', 50, '{public.received_mails,private.mail_parts}', 'private.mails_of_person', 'private.erase_mails_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

insert into private.person_sources (name, place, tables) values ('bookings', 25, '{public.bookings}')
on conflict (name) do update set place = excluded.place, tables = excluded.tables
where (person_sources.place, person_sources.tables) <> (excluded.place, excluded.tables);

select private.register_personal_data('private.person_sources', 'none', 'name tables find erase');

insert into private.person_sources (name, place, tables, find, erase) values
  ('requests', 40, '{public.privacy_requests}', 'private.requests_of_person', 'private.erase_requests_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

insert into private.person_sources (name, place, tables, find, erase) values
  ('reports', 30, '{public.accessibility_feedback}', 'private.reports_of_person', 'private.erase_reports_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;
