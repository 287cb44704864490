-- 1 × drop function, 2 × create function, 1 × revoke all

set check_function_bodies = off;

DROP FUNCTION "private"."erase_accounts_of_person"(private.contacts, uuid[], timestamp with time zone);
-- The account of a team member is not deleted but returned in `remains`: an owner removes it under Team.
create or replace function private.erase_accounts_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
declare
  -- of the deleted accounts; empty for one without an address
  addresses text[];
begin
  with gone as (
    delete from auth.users
    where (lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones))
      and users.created_at <= until
      and not exists (select from public.staff where staff.user_id = users.id)
    returning coalesce(users.email, '') as address
  )
  select coalesce(array_agg(gone.address), '{}') into addresses from gone;
  -- An account found by its phone number may have an address that nobody named; the audit log has it now.
  perform private.erase_from_audit_log('{}', address) from unnest(addresses) as address where address <> '';
  return row(jsonb_build_object('accounts', cardinality(addresses)), null, jsonb_build_object('team', (
    select coalesce(jsonb_agg(users.email), '[]') from auth.users
    join public.staff on staff.user_id = users.id
    where lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones)
  )))::private.erased_in_source;
end;
$$;
-- What the inbox shows about its leads in addition to rows and threads, in one call.
create or replace function public.lead_context(ids uuid[]) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'work', (select coalesce(jsonb_agg(to_jsonb(work)), '[]') from public.lead_work(ids) as work),
    'optOuts', (select coalesce(jsonb_agg(to_jsonb(opt_out)), '[]') from public.contact_opt_outs(ids) as opt_out),
    'calls', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', call.id, 'lead_id', call.lead_id, 'starts_at', call.starts_at, 'state', call.state
      )), '[]')
      from public.bookings as call where call.lead_id = any (ids[1:200])
    )
  );
$$;
REVOKE ALL ON FUNCTION "private"."erase_accounts_of_person"(private.contacts, uuid[], timestamp with time zone) FROM PUBLIC;
