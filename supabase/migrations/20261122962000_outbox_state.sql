-- How much mail waits and since when, and how much was given up, for owners and for the server's metrics.

-- Of mail that waited before this migration, its time.
alter table private.outbox add column queued_at timestamptz not null default now();

create index lead_messages_failed on public.lead_messages (created_at) where delivery_state = 'failed';

-- `waiting`: replies and notices, and one notice of leads that no notice was made for yet. `failed`: of the last week.
create function public.outbox_state()
  returns table (waiting integer, oldest_seconds integer, failed integer)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return query
    with queued as (
      select outbox.queued_at as since from private.outbox
      union all
      select min(leads.created_at)
      from private.pending_lead_notices
      join public.leads on leads.id = pending_lead_notices.lead_id
      where exists (select private.lead_notice_recipients())
      having count(*) > 0
    )
    select
      count(*)::integer,
      -- A clock that was set back makes no age negative.
      greatest(coalesce(extract(epoch from now() - min(queued.since)), 0), 0)::integer,
      (
        select count(*) from public.lead_messages
        where delivery_state = 'failed' and created_at > now() - interval '7 days'
      )::integer + (
        select count(*) from private.failed_notices
        where colleague_id in (select private.lead_notice_recipients()) and failed_at > now() - interval '7 days'
      )::integer
    from queued;
end;
$$;

revoke execute on function public.outbox_state() from public, anon, authenticated;
grant execute on function public.outbox_state() to authenticated, service_role;
