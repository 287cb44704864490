-- This file runs last, for all functions and tables together, so that a role can execute and read only what a file
-- grants to it. PostgreSQL lets everyone (PUBLIC) execute a new function.
revoke execute on all functions in schema public, private from public;

-- Without a policy, no caller sees a row of a table of schema public.
do $$
declare
  relation regclass;
begin
  for relation in
    select oid from pg_catalog.pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  loop
    execute format('alter table %s enable row level security, force row level security', relation);
  end loop;
end;
$$;
