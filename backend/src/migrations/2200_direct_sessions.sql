-- Sessions of the login `direct` of DATABASE_PORT, so that a project can log them with a trigger. The event trigger is
-- created with the login (database/direct-login.ts).
create table backend.direct_sessions (
  id bigint generated always as identity primary key,
  begun_at timestamptz not null default clock_timestamp()
);

create function backend.note_direct_session() returns event_trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if session_user <> 'direct' then
    return;
  end if;
  if current_setting('transaction_read_only')::boolean then
    raise exception 'a session of this login is recorded, so it cannot begin read only' using errcode = '25006',
      hint = 'Connect without default_transaction_read_only, and set it in the session.';
  end if;
  delete from backend.direct_sessions where begun_at < now() - interval '1 day';
  insert into backend.direct_sessions default values;
end;
$$;
