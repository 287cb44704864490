-- 1 × create function, 1 × revoke all, 1 × grant execute
-- Rewritten by `npm run migration` until the next release; the handwritten parts stay.
set check_function_bodies = off;

-- First, by hand:

-- From supabase/schemas:

-- A server on a hosted project compares them with its files; empty where another tool than the CLI made the schema.
create or replace function public.applied_migrations() returns table (version text, name text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return;
  end if;
  return query select applied.version, applied.name from supabase_migrations.schema_migrations as applied order by 1;
end
$$;
REVOKE ALL ON FUNCTION "public"."applied_migrations"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."applied_migrations"() TO "service_role";

-- Last, by hand:
