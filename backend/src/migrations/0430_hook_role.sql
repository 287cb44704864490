-- Hooks that are functions run as supabase_auth_admin, as on hosted Supabase: it reaches what the service of accounts
-- keeps, and of the project what the project grants it.

grant usage on schema auth, extensions to supabase_auth_admin;
grant all on all tables in schema auth to supabase_auth_admin;
grant all on all sequences in schema auth to supabase_auth_admin;
grant all on all routines in schema auth to supabase_auth_admin;
alter default privileges in schema auth grant all on tables to supabase_auth_admin;
alter default privileges in schema auth grant all on sequences to supabase_auth_admin;
alter default privileges in schema auth grant all on routines to supabase_auth_admin;

do $$
begin
  -- An owner who is not a superuser needs membership to become it.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute 'grant supabase_auth_admin to current_user';
  end if;
exception
  -- Already granted at the same time in another database of the cluster, or not ours to grant: then hooks refuse.
  when unique_violation or insufficient_privilege then null;
end
$$;
