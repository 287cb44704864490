-- Buckets and objects, under the names and with the columns of hosted Supabase, so that policies, triggers and queries
-- written for a project there work here unchanged. The bytes lie in files; a row is what makes a file visible.

create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS');

create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);

create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);

create unique index bucketid_objname on storage.objects (bucket_id, name);
-- Lists and searches by the beginning of a name, in the order of its bytes.
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
-- Not truncate, which no policy governs.
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated;
grant all on storage.buckets, storage.objects to service_role;

create function storage.foldername(name text) returns text[] language sql immutable
as $$
  select parts[1 : cardinality(parts) - 1] from string_to_array(name, '/') as parts
$$;

create function storage.filename(name text) returns text language sql immutable
as $$
  select parts[cardinality(parts)] from string_to_array(name, '/') as parts
$$;

-- What follows the last point of the last part; the whole part where there is no point.
create function storage.extension(name text) returns text language sql immutable
as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

-- What the request does, e.g. storage.object.upload; policies may read it.
create function storage.operation() returns text language sql stable
as $$
  select current_setting('storage.operation', true)
$$;

-- For policies that hold for some uses of an object only, e.g. signing but not listing; named with or without "storage.".
create function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable
as $$
  select coalesce(
    regexp_replace(storage.operation(), '^storage\.', '') in (
      select regexp_replace(expected, '^storage\.', '')
      from unnest(expected_operations) as expected
      where expected <> ''
    ),
    false
  )
$$;

create function storage.allow_only_operation(expected_operation text) returns boolean language sql stable
as $$
  select storage.allow_any_operation(array[expected_operation])
$$;

create function storage.update_updated_at_column() returns trigger language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end
$$;

create trigger update_objects_updated_at before update on storage.objects
for each row execute function storage.update_updated_at_column();

create trigger update_buckets_updated_at before update on storage.buckets
for each row execute function storage.update_updated_at_column();

-- Orphaned files, which no row names: being uploaded (held until then), or to be deleted. Every file is named here or by a
-- row, so a server that is killed at any moment leaves no file that is not found later.
create table backend.orphaned_blobs (
  version text primary key,
  held_until timestamptz not null
);

create index orphaned_blobs_held_until_idx on backend.orphaned_blobs (held_until);

-- A row may name a file only while that file is orphaned, so that no caller points a row at another's file.
create function backend.reject_foreign_blob() returns trigger language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.version is not distinct from old.version then
    return new;
  end if;
  if not exists (select from backend.orphaned_blobs where version = new.version) then
    new.version = null;
  end if;
  return new;
end
$$;

-- A row that no longer names a file leaves it as orphaned; a row that names one takes it.
create function backend.track_orphaned_blob() returns trigger language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.version is not distinct from old.version then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.version is not null then
    insert into backend.orphaned_blobs (version, held_until) values (old.version, now()) on conflict do nothing;
  end if;
  if tg_op <> 'DELETE' then
    delete from backend.orphaned_blobs where version = new.version;
  end if;
  return null;
end
$$;

create trigger reject_foreign_blob before insert or update of version on storage.objects
for each row execute function backend.reject_foreign_blob();

create trigger track_orphaned_blob after insert or delete or update of version on storage.objects
for each row execute function backend.track_orphaned_blob();
