-- A person is found by index in what grows with the leads, and the mail that was received of them is a group of its own
-- (docs/decisions/0069-cost-at-100000-leads.md).

-- What a text that names a contact has in any case: of an address the word before its @ and the label after it, of a number
-- its last seven digits. private.contact_pattern() decides; this only says where to look.
create function private.contact_keys(variadic texts text[]) returns text[]
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  value constant text := array_to_string(texts, e'\n');
  keys text[] := '{}';
  parts text[];
  digits text;
  piece text;
begin
  if value ~ '@|%40' then
    parts := regexp_split_to_array(value, '@|%40');
    for place in 2..cardinality(parts) loop
      keys := keys || lower(
        substring(right(parts[place - 1], 64) from '\w*$') || '@' || substring(left(parts[place], 64) from '^[\w-]*')
      );
    end loop;
  end if;
  for parts in select runs.run from regexp_matches(value, '\d(?:[\s().-]*\d){6,}', 'g') as runs (run) loop
    digits := '';
    foreach piece in array regexp_split_to_array(parts[1], '[\s().-]+') loop
      digits := right(digits || piece, 7);
      if char_length(digits) = 7 then
        keys := keys || digits;
      end if;
    end loop;
  end loop;
  return array(select distinct unnest(keys));
end;
$$;
-- The indexes compute their keys with the rights of the role that writes the row.
revoke execute on function private.contact_keys(text[]) from public;
grant execute on function private.contact_keys(text[]) to anon, authenticated, service_role;

create index leads_contacts on public.leads
  using gin (private.contact_keys(name, email, company, phone, message)) with (fastupdate = off);
create index lead_messages_contacts on public.lead_messages
  using gin (private.contact_keys(message, delivery_problem, transport_id)) with (fastupdate = off);
create index lead_notes_contacts on public.lead_notes
  using gin (private.contact_keys(note)) with (fastupdate = off);
create index received_mails_contacts on public.received_mails
  using gin (private.contact_keys(from_address, from_name, subject, body, mail_id)) with (fastupdate = off);

-- The rows of a table that can name one of the contacts ($3: their keys), as a condition; nothing for a table without such
-- an index, which is read.
create function private.contact_lookup(table_name text) returns text
  language sql stable set search_path = ''
as $$
  select coalesce((
    select format('%s && $3 and ', pg_get_expr(made.indexprs, made.indrelid))
    from pg_catalog.pg_index as made
    where made.indrelid = to_regclass(table_name) and pg_get_expr(made.indexprs, made.indrelid) like 'private.contact_keys(%'
  ), '');
$$;
revoke execute on function private.contact_lookup(text) from public;

-- As before, by the indexes.
create or replace function private.find_mentions(wanted private.contacts, reach text, own uuid[])
  returns table (table_name text, total bigint, ids text[])
  language plpgsql stable set search_path = ''
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

-- As before, likewise.
create or replace function private.erase_mentions(wanted private.contacts, until timestamptz) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  listed record;
  column_name text;
  scope text;
  is_named boolean;
  changed integer;
  total integer := 0;
  pattern constant text := private.contact_pattern(wanted);
  keys constant text[] := private.contact_keys(variadic wanted.emails || wanted.phones);
begin
  for listed in
    select
      data.table_name,
      array_agg(data.column_name) as names,
      string_agg(format('t.%I::text', data.column_name), ', ') as columns,
      private.contact_lookup(data.table_name) as lookup,
      (
        select a.attname from pg_catalog.pg_attribute as a
        where a.attrelid = to_regclass(data.table_name) and not a.attisdropped
          and a.attname in ('created_at', 'inserted_at', 'saved_at', 'deleted_at', 'failed_at')
        order by a.attname limit 1
      ) as made_at
    from private.personal_data as data
    where data.reach = 'words' and has_table_privilege(to_regclass(data.table_name), 'update')
    group by data.table_name
    order by data.table_name
  loop
    scope := case when listed.made_at is null then '' else format(' and t.%I <= $2', listed.made_at) end;
    execute format(
      'select exists (select from %s as t where %sconcat_ws(e''\n'', %s) ~* $1%s)',
      listed.table_name, listed.lookup, listed.columns, scope
    ) into is_named using pattern, until, keys;
    if is_named then
      foreach column_name in array listed.names loop
        execute format(
          'update %1$s as t set %2$I = private.replace_contacts(t.%2$I, $1) where %4$st.%2$I::text ~* $1%3$s',
          listed.table_name, column_name, scope, listed.lookup
        ) using pattern, until, keys;
        get diagnostics changed = row_count;
        total := total + changed;
      end loop;
    end if;
  end loop;
  return total;
end;
$$;

-- As before, with the mail that they sent, or that came in the thread of their leads: at most 500, the newest first. Text
-- that is a message of the thread already is not repeated.
create or replace function public.find_person(contacts text[]) returns jsonb
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
