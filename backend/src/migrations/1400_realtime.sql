-- What /realtime/v1 is built on: messages sent by SQL and the policies of private channels, under the names of hosted
-- Supabase, and the triggers that notify the server of changed rows of published tables. Rows never travel through
-- NOTIFY: it carries keys, and the server reads each row again as the subscriber who receives it.

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- Its policies decide about private channels: select is receiving, insert is sending.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid primary key default gen_random_uuid()
);

create index messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- The channel that a policy decides about.
create function realtime.topic() returns text language sql stable
as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- A message that could not be sent never undoes the transaction that sent it.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql
as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, topic, extension, event, payload, private)
  values (
    message_id, topic, 'broadcast', event,
    case when payload ? 'id' or jsonb_typeof(payload) <> 'object' then payload
    else payload || jsonb_build_object('id', message_id) end,
    private
  );
exception
  when others then raise warning 'realtime.send: %', sqlerrm;
end
$$;

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
)
returns void language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'realtime.broadcast_changes tells of rows: call it from a trigger for each row';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'realtime.broadcast_changes does not know the operation %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'schema', table_schema, 'table', table_name, 'operation', operation, 'record', new, 'old_record', old
    ),
    event_name, topic_name
  );
end
$$;

create function realtime.publish_message() returns trigger language plpgsql set search_path = ''
as $$
begin
  if new.extension = 'broadcast' and octet_length(new.topic) <= 255 then
    perform pg_notify(
      'realtime_messages',
      jsonb_build_object('id', new.id, 'topic', new.topic, 'private', coalesce(new.private, false))::text
    );
  end if;
  return null;
end
$$;

create trigger publish_message after insert on realtime.messages
for each row execute function realtime.publish_message();

-- Notifies which rows a statement changed: the table, the transaction, and the primary keys, as many as fit into a
-- notification at a time. What keys cannot say is sent as a reset, and it never makes the statement fail.
create function realtime.publish_changes() returns trigger language plpgsql set search_path = ''
as $$
declare
  most_rows constant int := 2000;
  most_bytes constant int := 7000;
  head text := format(
    '"schema":%s,"table":%s,"transaction":"%s","at":%s',
    to_json(tg_table_schema), to_json(tg_table_name), pg_current_xact_id(),
    floor(extract(epoch from clock_timestamp()) * 1000)
  );
  row_key text;
  source text;
  operation text;
  keys text[];
  key text;
  part text;
begin
  select format('array[%s]', string_agg(format('%I::text', a.attname), ', ' order by k.place))
  into row_key
  from pg_index i
  cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = tg_relid and i.indisprimary and k.place <= i.indnkeyatts;

  if row_key = 'array[]' or tg_op = 'TRUNCATE' then
    perform pg_notify('realtime_changes', format('{%s,"operation":"RESET"}', head));
    return null;
  end if;

  -- A row whose key changed is one row gone and another changed.
  for operation, source in
    select * from (values
      ('DELETE', case tg_op
        when 'DELETE' then 'select %1$s as key from old_rows'
        when 'UPDATE' then 'select %1$s as key from old_rows except select %1$s from new_rows'
      end),
      (tg_op, case when tg_op in ('INSERT', 'UPDATE') then 'select %1$s as key from new_rows' end)
    ) as parts (operation, source)
    where parts.source is not null
  loop
    execute format(
      'select array_agg(to_jsonb(key)::text) from (%s limit %s) as changed', format(source, row_key), most_rows + 1
    ) into keys;
    if cardinality(keys) > most_rows then
      perform pg_notify('realtime_changes', format('{%s,"operation":"RESET"}', head));
      return null;
    end if;
    part := '';
    foreach key in array coalesce(keys, '{}') loop
      if octet_length(key) > most_bytes then
        perform pg_notify('realtime_changes', format('{%s,"operation":"RESET"}', head));
        return null;
      end if;
      if octet_length(part) + octet_length(key) > most_bytes then
        perform pg_notify('realtime_changes', format('{%s,"operation":"%s","keys":[%s]}', head, operation, part));
        part := '';
      end if;
      part := part || case when part = '' then '' else ',' end || key;
    end loop;
    if part <> '' then
      perform pg_notify('realtime_changes', format('{%s,"operation":"%s","keys":[%s]}', head, operation, part));
    end if;
  end loop;
  return null;
exception
  when others then
    perform pg_notify('realtime_changes', format('{%s,"operation":"RESET"}', head));
    return null;
end
$$;

-- Puts the triggers on every table of the publication, and takes them from those that left it.
create function realtime.watch_publication() returns void language plpgsql security definer set search_path = ''
as $$
declare
  wanted record;
begin
  for wanted in
    with published as (
      select c.oid, p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate
      from pg_publication p
      join pg_class c on c.relkind in ('r', 'p') and c.relpersistence = 'p'
      join pg_namespace n on n.oid = c.relnamespace
      where p.pubname = 'supabase_realtime'
        and n.nspname not in ('pg_catalog', 'information_schema', 'backend', 'realtime')
        and (
          p.puballtables
          or exists (select from pg_publication_rel r where r.prpubid = p.oid and r.prrelid = c.oid)
          or exists (select from pg_publication_namespace s where s.pnpubid = p.oid and s.pnnspid = c.relnamespace)
        )
    ), due as (
      select oid, name, timing
      from published
      cross join lateral (values
        ('realtime_insert', 'insert', 'referencing new table as new_rows', pubinsert),
        ('realtime_update', 'update', 'referencing old table as old_rows new table as new_rows', pubupdate),
        ('realtime_delete', 'delete', 'referencing old table as old_rows', pubdelete),
        ('realtime_truncate', 'truncate', '', pubtruncate)
      ) as kinds (name, event, rows, wanted)
      cross join lateral (select format('after %s on %s %s', event, oid::regclass, rows)) as t (timing)
      where kinds.wanted
    ), present as (
      select tgrelid as oid, tgname as name
      from pg_trigger
      where tgfoid = 'realtime.publish_changes()'::regprocedure and not tgisinternal and tgparentid = 0
    )
    select coalesce(due.oid, present.oid)::regclass as relation, coalesce(due.name, present.name) as name, timing
    from due
    full join present on present.oid = due.oid and present.name = due.name
    where due.oid is null or present.oid is null
  loop
    if wanted.timing is null then
      execute format('drop trigger if exists %I on %s', wanted.name, wanted.relation);
    else
      execute format(
        'create trigger %I %s for each statement execute function realtime.publish_changes()', wanted.name, wanted.timing
      );
    end if;
  end loop;
end
$$;

revoke execute on function realtime.watch_publication() from public;
revoke execute on function realtime.publish_changes() from public;
revoke execute on function realtime.publish_message() from public;

-- Only a superuser may watch DDL; for any other owner the server asks again at its start and when a client joins.
create function realtime.watch_ddl() returns event_trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.watch_publication();
exception
  when others then raise warning 'realtime: the tables of the publication are not watched: %', sqlerrm;
end
$$;

do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    create event trigger realtime_watch_ddl on ddl_command_end
    when tag in ('CREATE PUBLICATION', 'ALTER PUBLICATION', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE')
    execute function realtime.watch_ddl();
  end if;
end
$$;

select realtime.watch_publication();

-- Two messages that the policies of realtime.messages are tried on; they are never stored, since the transaction is always
-- rolled back. Only the login of API requests may insert them, before it becomes the caller.
grant usage on schema realtime to authenticator;

create function realtime.insert_policy_probes(channel text, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into realtime.messages (topic, extension, private, id)
  select channel, probe.extension, true, probe.id
  from unnest(array['broadcast', 'presence'], ids) as probe (extension, id)
$$;

revoke execute on function realtime.insert_policy_probes(text, uuid[]) from public;
grant execute on function realtime.insert_policy_probes(text, uuid[]) to authenticator;
