-- A server on a hosted project compares them with its files; empty where another tool than the CLI made the schema.
create function public.applied_migrations() returns table (version text, name text)
  language plpgsql stable security definer set search_path = '' rows 20
as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return;
  end if;
  return query select applied.version, applied.name from supabase_migrations.schema_migrations as applied order by 1;
end
$$;
grant execute on function public.applied_migrations() to service_role;
