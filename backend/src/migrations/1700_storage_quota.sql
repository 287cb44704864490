-- How many bytes each account stores, so that a quota needs no look at every object; '' is for objects without an owner.
create table backend.stored_bytes (
  account text primary key,
  bytes bigint not null
);

-- Of an upload in progress: its bytes count before they are stored.
alter table backend.orphaned_blobs
  add column account text not null default '',
  add column reserved_bytes bigint not null default 0;

create function backend.object_bytes(version text, metadata jsonb) returns bigint language sql immutable
set search_path = ''
as $$
  select case
    when version is null or jsonb_typeof(metadata -> 'size') is distinct from 'number' then 0
    else greatest(0, least((metadata ->> 'size')::numeric, 1e15))::bigint
  end
$$;

-- In the order of the accounts, so that two statements never wait for each other.
create function backend.add_stored_bytes(accounts text[], changes bigint[]) returns void language sql
set search_path = ''
as $$
  insert into backend.stored_bytes as known (account, bytes)
  select account, sum(change)
  from unnest(accounts, changes) as part (account, change)
  group by account
  having sum(change) <> 0
  order by account
  on conflict (account) do update set bytes = known.bytes + excluded.bytes
$$;

create function backend.count_stored_bytes() returns trigger language plpgsql security definer
set search_path = ''
as $$
declare
  accounts text[] := '{}';
  changes bigint[] := '{}';
begin
  if tg_op <> 'DELETE' then
    select array_agg(coalesce(owner_id, '')), array_agg(backend.object_bytes(version, metadata))
    into accounts, changes from added;
  end if;
  if tg_op <> 'INSERT' then
    select accounts || array_agg(coalesce(owner_id, '')), changes || array_agg(-backend.object_bytes(version, metadata))
    into accounts, changes from removed;
  end if;
  perform backend.add_stored_bytes(accounts, changes);
  return null;
end
$$;

create trigger count_added_bytes after insert on storage.objects
referencing new table as added for each statement execute function backend.count_stored_bytes();
create trigger count_changed_bytes after update on storage.objects
referencing old table as removed new table as added for each statement execute function backend.count_stored_bytes();
create trigger count_removed_bytes after delete on storage.objects
referencing old table as removed for each statement execute function backend.count_stored_bytes();

insert into backend.stored_bytes (account, bytes)
select coalesce(owner_id, ''), sum(backend.object_bytes(version, metadata)) from storage.objects group by 1;

-- Reserves room for a file, or more of it, and returns 'ok'; else which limit it would pass: 'account', 'total' or 'disk'. One
-- at a time, so that uploads at once never pass a limit together. `disk_bytes` is what the disk has left for files that
-- are not written yet, and `unwritten` how much of this one is.
create function backend.reserve_blob(
  version text, hold interval, account text, bytes bigint, unwritten bigint, account_limit bigint, total_limit bigint,
  disk_bytes bigint
) returns text language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  own bigint;
  everyone bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('backend.reserve_blob', 0));
  select coalesce(sum(reserved_bytes) filter (where other.account = reserve_blob.account), 0), coalesce(sum(reserved_bytes), 0)
  into own, everyone
  from backend.orphaned_blobs as other
  where other.held_until > now() and other.version <> reserve_blob.version;
  if everyone + unwritten > disk_bytes then
    return 'disk';
  end if;
  select own + coalesce(sum(stored.bytes) filter (where stored.account = reserve_blob.account), 0),
    everyone + coalesce(sum(stored.bytes), 0)
  into own, everyone
  from backend.stored_bytes as stored;
  if reserve_blob.account <> '' and own + bytes > account_limit then
    return 'account';
  end if;
  if everyone + bytes > total_limit then
    return 'total';
  end if;
  insert into backend.orphaned_blobs as known (version, held_until, account, reserved_bytes)
  values (reserve_blob.version, now() + hold, reserve_blob.account, reserve_blob.bytes)
  on conflict (version) do update set reserved_bytes = excluded.reserved_bytes;
  return 'ok';
end
$$;

revoke all on backend.stored_bytes from public, anon, authenticated, service_role;
revoke execute on function backend.object_bytes(text, jsonb), backend.add_stored_bytes(text[], bigint[]),
  backend.count_stored_bytes(),
  backend.reserve_blob(text, interval, text, bigint, bigint, bigint, bigint, bigint) from public;
