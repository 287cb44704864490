-- Statements of callers who are not signed in end after three seconds, as on hosted Supabase. A project that has set
-- another time keeps it.
do $$
begin
  if exists (
    select from pg_roles cross join unnest(rolconfig) as config
    where rolname = 'anon' and config = 'statement_timeout=8s'
  ) then
    alter role anon set statement_timeout = '3s';
  end if;
exception
  -- Another database of this cluster is setting the same.
  when internal_error or unique_violation then null;
end
$$;
