-- Roles, schemas and default privileges as on hosted Supabase, so that any project's migrations find what they name.
-- Schema backend and its table of applied migrations are made by the migrator.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      -- The login of API requests: it may become the three above and can do nothing itself.
      ('authenticator', 'nologin noinherit'),
      -- Named by grants in projects' migrations; nothing runs as these.
      ('postgres', 'nologin'),
      ('supabase_admin', 'nologin noinherit'),
      ('supabase_auth_admin', 'nologin noinherit'),
      ('supabase_storage_admin', 'nologin noinherit'),
      ('dashboard_user', 'nologin noinherit')
    ) as roles (name, attributes)
  loop
    begin
      if not exists (select from pg_roles where rolname = wanted.name) then
        execute format('create role %I %s', wanted.name, wanted.attributes);
      end if;
    exception
      -- Roles belong to the whole cluster: another database of it may be migrating right now.
      when duplicate_object or unique_violation then null;
    end;
  end loop;
end
$$;

do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    begin
      if not pg_has_role('authenticator', wanted, 'member') then
        execute format('grant %I to authenticator', wanted);
      end if;
    exception
      when unique_violation then null;
    end;
  end loop;
  -- An owner who is not a superuser needs membership to become a caller.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    foreach wanted in array array['anon', 'authenticated', 'service_role', 'authenticator'] loop
      execute format('grant %I to current_user', wanted);
    end loop;
  end if;
end
$$;

-- How long one statement of a caller may run, as on hosted Supabase; read from here for every transaction, so a project
-- may change it.
do $$
declare
  setting record;
begin
  for setting in
    select * from (values ('anon', '3s'), ('authenticated', '8s'), ('service_role', '2min')) as settings (role, timeout)
  loop
    begin
      if not exists (
        select
        from pg_roles
        cross join unnest(rolconfig) as config
        where rolname = setting.role and config like 'statement_timeout=%'
      ) then
        execute format('alter role %I set statement_timeout = %L', setting.role, setting.timeout);
      end if;
    exception
      -- Another database of this cluster is setting the same.
      when internal_error or unique_violation then null;
    end;
  end loop;
end
$$;

create schema if not exists auth;
create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

grant usage on schema public, auth, extensions to anon, authenticated, service_role;
grant all on all tables in schema public to anon, authenticated, service_role;
grant all on all routines in schema public to anon, authenticated, service_role;
grant all on all sequences in schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on routines to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;

-- The caller of a request, as its token says; policies read these.
create or replace function auth.jwt() returns jsonb language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

create or replace function auth.uid() returns uuid language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;

create or replace function auth.role() returns text language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
  )::text
$$;

create or replace function auth.email() returns text language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
  )::text
$$;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- Written by /readyz, which proves nothing while writes fail. Emptied and filled again, so that each check needs a new
-- block of the disk and the table never grows.
create table backend.write_check (
  only_one boolean primary key default true check (only_one)
);
