-- Each state that a record of content was saved in: who saved it, when, and what it changed. The newest version is the
-- record as it is. Triggers alone write here, so no account can change what it or another one did.
create table public.content_versions (
  kind text not null,
  record_id uuid not null,
  version integer not null,
  saved_at timestamptz not null default now(),
  account_id uuid,
  account_name text,
  changed text[] not null default '{}',
  record jsonb not null,
  pictures text[] not null default '{}',
  primary key (kind, record_id, version)
);
comment on column public.content_versions.kind is 'the table that record_id is an id of';
comment on column public.content_versions.account_id is 'null: the server itself, or before there were versions';
comment on column public.content_versions.account_name is 'what the account was called then';
comment on column public.content_versions.changed is 'the columns that differ from the version before';
comment on column public.content_versions.pictures is 'folders of uploaded pictures that it names';

create index content_versions_pictures on public.content_versions using gin (pictures);
-- Records that were saved so often that some of their versions may go.
create index content_versions_many on public.content_versions (kind, record_id) where version > 50;

alter table public.content_versions enable row level security;
alter table public.content_versions force row level security;

grant select on public.content_versions to authenticated;
grant select, insert, update, delete on public.content_versions to service_role;

-- Staff of every role read drafts, so they read what they were too. Nobody writes.
create policy "staff read" on public.content_versions for select to authenticated
  using ((select public.is_staff()));

-- Uploaded pictures lie in folders of random names: /pictures/<folder>/800.webp.
create function private.picture_folders(record jsonb) returns text[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct found[1]), '{}')
  from regexp_matches(
    record::text, '/pictures/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/', 'g'
  ) as found;
$$;

-- What the caller's account is called; null for the server.
create function private.caller_name() returns text
  language sql stable security definer set search_path = ''
as $$ select coalesce(profiles.full_name, profiles.email) from public.profiles where profiles.id = auth.uid() $$;

-- Versions are pruned as the next one is made; delete_expired_content does so for records that nobody saves any more. A
-- thousand of one record is the most, however short a time they took.
create function private.keep_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  record constant jsonb := to_jsonb(new) - 'is_sample';
  changes text[] := '{}';
  newest integer;
begin
  if tg_op = 'UPDATE' then
    select array_agg(part.key order by part.key) into changes
    from jsonb_each(record) as part
    where part.key <> 'updated_at' and part.value is distinct from to_jsonb(old) -> part.key;
    if changes is null then
      return null;
    end if;
  end if;
  select coalesce(max(kept.version), 0) + 1 into newest
  from public.content_versions as kept
  where kept.kind = tg_table_name and kept.record_id = new.id;
  insert into public.content_versions (kind, record_id, version, account_id, account_name, changed, record, pictures)
  values (
    tg_table_name, new.id, newest, auth.uid(), private.caller_name(), changes, record, private.picture_folders(record)
  );
  delete from public.content_versions as old_one
  where old_one.kind = tg_table_name and old_one.record_id = new.id
    and (
      old_one.version <= newest - 1000
      or (old_one.version <= newest - 50 and old_one.saved_at < now() - interval '90 days')
    );
  return null;
end;
$$;

revoke execute on function private.picture_folders(jsonb), private.caller_name(), private.keep_version() from public;

create trigger keep_version after insert or update on public.services
  for each row execute function private.keep_version();
create trigger keep_version after insert or update on public.apps
  for each row execute function private.keep_version();
create trigger keep_version after insert or update on public.posts
  for each row execute function private.keep_version();

-- Records that were there before their versions were kept.
insert into public.content_versions (kind, record_id, version, saved_at, record, pictures)
select found.kind, found.id, 1, found.updated_at, found.record, private.picture_folders(found.record)
from (
  select 'services' as kind, id, updated_at, to_jsonb(services) - 'is_sample' as record from public.services
  union all
  select 'apps', id, updated_at, to_jsonb(apps) - 'is_sample' from public.apps
  union all
  select 'posts', id, updated_at, to_jsonb(posts) - 'is_sample' from public.posts
) as found;

-- A picture that an earlier version shows stays as long as that version: it may come back. One that an editor removes by
-- hand goes at once, so this is asked by the job alone.
create function private.is_picture_in_version(object_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.content_versions
    where content_versions.pictures @> array[split_part(object_name, '/', 1)]
  );
$$;
revoke execute on function private.is_picture_in_version(text) from public;

create or replace function public.orphaned_files() returns table (bucket text, path text)
  language sql stable security definer set search_path = ''
as $$
  (
    select objects.bucket_id, objects.name
    from storage.objects
    where objects.bucket_id = 'incoming' and objects.created_at < now() - interval '1 hour'
    limit 100
  )
  union all
  (
    select objects.bucket_id, objects.name
    from storage.objects
    where objects.bucket_id = 'pictures'
      and objects.created_at < now() - interval '1 day'
      and not private.is_picture_in_version(objects.name)
      and not private.is_picture_used(objects.name)
    limit 100
  );
$$;

-- Versions beyond the newest 50 of a record that are older than 90 days, at most `most` at once; the server calls it each
-- hour.
create function public.delete_expired_content(most integer default 10000) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.content_versions
  using (
    select surplus.kind, surplus.record_id, surplus.version
    from (
      select many.kind, many.record_id, max(many.version) as newest
      from public.content_versions as many
      where many.version > 50
      group by many.kind, many.record_id
    ) as long
    join public.content_versions as surplus
      on surplus.kind = long.kind and surplus.record_id = long.record_id and surplus.version <= long.newest - 50
    where surplus.saved_at < now() - interval '90 days'
    limit most
  ) as expired
  where content_versions.kind = expired.kind
    and content_versions.record_id = expired.record_id
    and content_versions.version = expired.version;
end;
$$;
revoke execute on function public.delete_expired_content(integer) from public, anon, authenticated;
grant execute on function public.delete_expired_content(integer) to service_role;
