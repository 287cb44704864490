-- For rows of a former database, which are loaded next (docs/operate/upgrade.md): empties what migrations and a first
-- start have filled, except the tables that only migrations write. On a hosted project, accounts and files are not ours.
do $$
begin
  execute (
    select format('truncate %s cascade', string_agg(format('%I.%I', n.nspname, c.relname), ', '))
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind = 'r'
      and (n.nspname in ('public', 'private')
        or to_regnamespace('backend') is not null and n.nspname in ('auth', 'backend', 'realtime', 'storage'))
      and format('%I.%I', n.nspname, c.relname) not in ('backend.migrations', 'private.content_types',
        'private.mail_kinds', 'private.person_sources', 'private.personal_data')
  );
end
$$;
