-- What the policies of realtime.messages are asked about: two messages that are never stored, since the question is
-- always rolled back. The resting role of callers' sessions alone may put them there, before it becomes the caller.

grant usage on schema realtime to authenticator;

create function realtime.pose_question(channel text, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into realtime.messages (topic, extension, private, id)
  select channel, asked.extension, true, asked.id
  from unnest(array['broadcast', 'presence'], ids) as asked (extension, id)
$$;

revoke execute on function realtime.pose_question(text, uuid[]) from public;
grant execute on function realtime.pose_question(text, uuid[]) to authenticator;
