-- Tells every server process that tables, functions or grants changed, so that none uses a stale schema cache.
-- Only a superuser may watch DDL; for any other owner a miss makes the server read the catalog again.

create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select
    from pg_event_trigger_ddl_commands() as command
    where command.schema_name is distinct from 'pg_temp'
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create function extensions.pgrst_drop_watch() returns event_trigger language plpgsql
set search_path = ''
as $$
begin
  if exists (select from pg_event_trigger_dropped_objects() as dropped where not dropped.is_temporary) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    return;
  end if;
  if not exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  end if;
  if not exists (select from pg_event_trigger where evtname = 'pgrst_drop_watch') then
    create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
  end if;
end
$$;
