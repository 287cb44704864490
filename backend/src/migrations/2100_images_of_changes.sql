-- What postgres_changes delivers: the rows as each statement left and found them. A notification carries only the ID of
-- a statement, and the server evaluates the subscribers' policies and grants on these rows.

-- Unlogged: it is in no write-ahead log and in no backup, and is empty after a crash, which clients notice as a lost
-- connection. A row stays for less than a minute after its commit (image-store.ts). An image is a row as text, as
-- PostgreSQL writes and reads it.
create unlogged table realtime.statement_images (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  old_rows text[],
  new_rows text[]
);

-- Compressing them would cost more than the disk that it saves for a minute.
alter table realtime.statement_images alter column old_rows set storage external, alter column new_rows set storage external;
alter table realtime.statement_images enable row level security;
revoke all on realtime.statement_images from public, anon, authenticated, service_role;

-- Until when images are stored, in seconds since 1970: without subscribers no row is copied. A sequence, because all
-- transactions see its value at once, and setting it writes neither a row version nor a transaction ID.
create unlogged sequence realtime.subscribed_until;
revoke all on sequence realtime.subscribed_until from public, anon, authenticated, service_role;

-- Stores the images of a statement and notifies of its ID. A statement that cannot be delivered so (nobody subscribed
-- when it ran, too many or too large rows, virtual generated columns, TRUNCATE) is sent as a reset, and storing never
-- makes the statement fail. The settings make values readable for any session, whatever the writer's are.
create or replace function realtime.publish_changes() returns trigger
language plpgsql security definer
set search_path = '' set datestyle = 'ISO' set intervalstyle = 'postgres' set extra_float_digits = 1
as $$
declare
  most_rows constant int := 2000;
  most_bytes constant int := 8388608;
  is_stored boolean := tg_op <> 'TRUNCATE'
    and coalesce(pg_catalog.pg_sequence_last_value('realtime.subscribed_until'), 0) > extract(epoch from clock_timestamp());
  is_empty boolean := false;
  attributes int;
  has_virtual boolean;
  may_be_large boolean;
  sizes text;
  image text;
  old_images text[];
  new_images text[];
  bytes bigint := 0;
  stored_id bigint;
begin
  if is_stored then
    begin
      -- Values are measured only where large ones can be stored, because that costs as much as storing an image.
      -- In the rows of a statement virtual columns are null, so that a policy would be evaluated wrongly.
      select relnatts,
        relkind = 'p' or pg_relation_size(nullif(reltoastrelid, 0)) > 1048576,
        exists (select from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated = 'v' and not attisdropped)
      into attributes, may_be_large, has_virtual
      from pg_catalog.pg_class where oid = tg_relid;
      is_stored := not has_virtual;
      if may_be_large and is_stored then
        -- These functions do not fetch what is stored out of line.
        select string_agg(
          format(
            'coalesce(pg_catalog.%s(r.%I), 0)',
            case when atttypid in ('bytea'::regtype, 'text'::regtype, 'varchar'::regtype) then 'octet_length' else 'pg_column_size' end,
            attname
          ),
          ' + '
        )
        into sizes
        from pg_catalog.pg_attribute
        where attrelid = tg_relid and attnum > 0 and not attisdropped and attlen = -1 and attstorage <> 'p';
      end if;
      if sizes is not null then
        execute (
          select format('select sum(bytes)::bigint <= %s from (%s) as measured', most_bytes, string_agg(
            format('(select 0::bigint + %s as bytes from %s as r limit %s)', sizes, source, most_rows + 1), ' union all '
          ))
          from unnest(array[
            case when tg_op in ('UPDATE', 'DELETE') then 'old_rows' end, case when tg_op in ('INSERT', 'UPDATE') then 'new_rows' end
          ]) as source
          where source is not null
        ) into is_stored;
        is_stored := coalesce(is_stored, true);
      end if;
      -- Each row of an UPDATE has the same place in both tables. Output functions are called without a cast, because a
      -- database can define what a cast to text does; the alias is no column's name, which would be taken for it.
      if tg_op in ('UPDATE', 'DELETE') and is_stored then
        for image in select pg_catalog.textin(pg_catalog.record_out("the whole row")) from old_rows as "the whole row" loop
          old_images := array_append(old_images, image);
          bytes := bytes + octet_length(image);
          is_stored := cardinality(old_images) <= most_rows and bytes <= most_bytes;
          exit when not is_stored;
        end loop;
      end if;
      if tg_op in ('INSERT', 'UPDATE') and is_stored then
        for image in select pg_catalog.textin(pg_catalog.record_out("the whole row")) from new_rows as "the whole row" loop
          new_images := array_append(new_images, image);
          bytes := bytes + octet_length(image);
          is_stored := cardinality(new_images) <= most_rows and bytes <= most_bytes;
          exit when not is_stored;
        end loop;
      end if;
      is_empty := is_stored and bytes = 0;
    exception
      when others then is_stored := false;
    end;
  elsif tg_op = 'DELETE' then
    is_empty := not exists (select from old_rows);
  elsif tg_op <> 'TRUNCATE' then
    is_empty := not exists (select from new_rows);
  end if;
  if is_empty then
    return null;
  end if;
  if not is_stored then
    perform pg_notify(
      'realtime_changes',
      format('{"schema":%s,"table":%s,"operation":"RESET"}', to_json(tg_table_schema), to_json(tg_table_name))
    );
    return null;
  end if;
  insert into realtime.statement_images (old_rows, new_rows) values (old_images, new_images) returning id into stored_id;
  perform pg_notify(
    'realtime_changes',
    format(
      '{"schema":%s,"table":%s,"operation":"%s","relation":%s,"attributes":%s,"transaction":"%s","at":%s,"id":%s,"rows":%s,"bytes":%s}',
      to_json(tg_table_schema), to_json(tg_table_name), tg_op, tg_relid::bigint,
      attributes, pg_current_xact_id(),
      floor(extract(epoch from clock_timestamp()) * 1000), stored_id, cardinality(coalesce(new_images, old_images)), bytes
    )
  );
  return null;
end
$$;

revoke execute on function realtime.publish_changes() from public;

-- The condition under which a role may read a row of a table, as SQL with the table's own name for the row: the row
-- filter of the publication and the policies, put together as PostgreSQL does. `is_nameable` is false where the role
-- may not use a schema that a policy names: PostgreSQL asks for that right only when a policy is written.
create function realtime.read_condition(relation oid, reader name, out condition text, out is_nameable boolean)
language sql stable set search_path = ''
as $$
  with policies as (
    select polpermissive, pg_get_expr(polqual, polrelid) as qual, not exists (
      select from pg_depend as d
      where d.classid = 'pg_policy'::regclass and d.objid = pg_policy.oid
        and not has_schema_privilege(reader, (pg_identify_object(d.refclassid, d.refobjid, 0)).schema, 'usage')
    ) as is_nameable
    from pg_policy
    where polrelid = relation and polcmd in ('*', 'r') and polqual is not null
      and exists (select from unnest(polroles) as r where r = 0 or pg_has_role(reader, r, 'usage'))
  )
  select
    concat(
      '(' || (
        select pg_get_expr(prqual, prrelid) from pg_publication_rel join pg_publication as p on p.oid = prpubid
        where p.pubname = 'supabase_realtime' and prrelid = relation
      ) || ') and ',
      case when passes then 'true' else policy.condition end
    ),
    passes or coalesce(policy.is_nameable, true)
  from pg_class as c
  join pg_roles as role on role.rolname = reader
  cross join lateral (
    select not c.relrowsecurity or role.rolsuper or role.rolbypassrls
      or (pg_has_role(role.oid, c.relowner, 'usage') and not c.relforcerowsecurity) as passes
  ) as exempt
  cross join lateral (
    select
      concat(
        '(', coalesce(string_agg('(' || qual || ')', ' or ') filter (where polpermissive), 'false'), ')',
        string_agg(' and (' || qual || ')', '') filter (where not polpermissive)
      ) as condition,
      bool_and(policies.is_nameable) as is_nameable
    from policies
  ) as policy
  where c.oid = relation
$$;

revoke execute on function realtime.read_condition(oid, name) from public;
