-- The caller's sessions.

-- The session that the caller's token belongs to, while it is active.
create function private.active_session_id() returns uuid
  language sql stable security definer set search_path = ''
as $$
  select sessions.id
  from auth.sessions
  where sessions.id = (auth.jwt() ->> 'session_id')::uuid
    and sessions.user_id = auth.uid()
    and (sessions.not_after is null or sessions.not_after > now())
$$;

-- The caller's active sessions, the most recently used first. No rows if the calling session has ended or has not used
-- a required second factor.
create function public.my_sessions()
  returns table (
    id uuid, user_agent text, ip text, created_at timestamptz, used_at timestamptz, is_current boolean
  )
  language sql stable security definer set search_path = '' rows 5
as $$
  select sessions.id, sessions.user_agent, host(sessions.ip), sessions.created_at, used.at, sessions.id = own.id
  from (select private.active_session_id() as id) as own
  join auth.sessions on own.id is not null and sessions.user_id = auth.uid()
  -- refreshed_at has no time zone and is UTC
  cross join lateral (
    select coalesce(sessions.refreshed_at at time zone 'utc', sessions.created_at) as at
  ) as used
  where private.session_has_required_aal() and (sessions.not_after is null or sessions.not_after > now())
  order by sessions.id = own.id desc, used.at desc
  limit 100
$$;
grant execute on function public.my_sessions() to authenticated, service_role;
