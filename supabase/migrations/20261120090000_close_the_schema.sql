-- Deny by default. A Supabase project hands every new table, sequence and function of schema public to
-- the api roles; here nothing is theirs until a migration grants it, column by column.

revoke all on all tables in schema public from anon, authenticated;
revoke all on all sequences in schema public from anon, authenticated;
revoke all on all functions in schema public from public, anon, authenticated;

alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;

grant usage on schema public to anon, authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- Functions for triggers, checks and policies. The api never serves this schema.
create schema private;
revoke all on schema private from public;
