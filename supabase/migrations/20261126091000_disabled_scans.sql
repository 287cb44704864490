-- A scan that a function disables counts as more expensive than any plan before PostgreSQL 18, so that the plan would be
-- compiled (JIT), which takes longer than it runs.
do $$
declare
  name regprocedure;
begin
  for name in select oid::regprocedure from pg_catalog.pg_proc where array_to_string(proconfig, ' ') ~ 'enable_[a-z]+=off' loop
    execute format('alter function %s set jit = off', name);
  end loop;
end
$$;

insert into private.personal_data (table_name, column_name, reach) values
  ('auth.sign_in_networks', 'network', 'account'),
  ('backend.orphaned_blobs', 'account', 'none'),
  ('backend.stored_bytes', 'account', 'none');
