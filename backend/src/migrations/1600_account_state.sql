-- Whether the account of these claims may still act: neither banned nor deleted since its token was issued. A token without
-- a session was signed by a project's own code and may name an account that is not here.
create function auth.is_account_active(claims jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select users.deleted_at is null and (users.banned_until is null or users.banned_until <= now())
      from auth.users
      where users.id = case
        when claims ->> 'sub' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (claims ->> 'sub')::uuid
      end
    ),
    claims ->> 'session_id' is null
  )
$$;

revoke execute on function auth.is_account_active(jsonb) from public;
grant usage on schema auth to authenticator;
grant execute on function auth.is_account_active(jsonb) to authenticator;
