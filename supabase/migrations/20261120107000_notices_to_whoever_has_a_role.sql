-- As before, and only to accounts that count: an address that was never confirmed has no role, so it hears nothing.
create or replace function private.lead_colleagues() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select users.id
  from public.staff
  join auth.users on users.id = staff.user_id
  where staff.role in ('owner', 'agent')
    and nullif(users.email, '') is not null
    and users.is_anonymous is not true
    and users.deleted_at is null
    and users.confirmed_at is not null
    and (users.banned_until is null or users.banned_until <= now());
$$;
