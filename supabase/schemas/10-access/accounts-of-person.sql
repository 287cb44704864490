-- Finds and erases a person's accounts (70-privacy/person-sources.sql).

create function private.accounts_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row((
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'email', users.email, 'name', profiles.full_name, 'role', staff.role, 'created_at', users.created_at,
      'last_sign_in_at', users.last_sign_in_at,
      'uploaded_images', uploads.count
    ))), '[]')
    from auth.users
    left join public.profiles on profiles.id = users.id
    left join public.staff on staff.user_id = users.id
    left join (
      select images.uploaded_by, count(*) from public.images where images.uploaded_by is not null group by 1
    ) as uploads on uploads.uploaded_by = users.id
    where lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones)
  ), '{}', null)::private.found_in_source;
$$;

-- The account of a team member is not deleted but returned in `remains`: an owner removes it under Team.
create function private.erase_accounts_of_person(wanted private.contacts, known uuid[], until timestamptz)
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
