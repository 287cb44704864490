-- How many leads came lately, for the charts of the overview. Counted when asked, through an index that holds all
-- that is asked for: right whatever is deleted or renamed, and nothing more to do when a lead arrives.

-- The index of the newest leads, with what they asked for beside it: a second one on the same moment would be
-- written with every lead, and the planner would take either.
drop index public.leads_newest;
create index leads_newest on public.leads (created_at desc, id desc) include (service_id, service_name);

-- Who waits for a first reply, the longest wait first. Those are mostly the newest leads, which the planner cannot
-- know: it would walk past all the old ones that were answered long ago.
create index leads_waiting on public.leads (created_at, id) where status = 'new';

-- The first moment of today in Toronto, `back` days ago; days are the agency's, also where a clock changes.
create function private.toronto_midnight(back integer) returns timestamptz
  language sql stable
  return (date_trunc('day', now() at time zone 'America/Toronto') - make_interval(days => back))
    at time zone 'America/Toronto';
revoke execute on function private.toronto_midnight(integer) from public;

-- Leads by day: the last 30, today's included, those without a lead as well. Numbers name nobody, so staff of
-- every role may see them, and nobody else gets a row.
create function public.leads_by_day() returns table (day date, total bigint)
  language sql stable security definer set search_path = ''
as $$
  with counted as (
    select (leads.created_at at time zone 'America/Toronto')::date as day, count(*) as total
    from public.leads
    where leads.created_at >= private.toronto_midnight(29)
    group by 1
  )
  select days.day, coalesce(counted.total, 0)
  from (
    select (now() at time zone 'America/Toronto')::date - back as day from generate_series(29, 0, -1) as back
  ) as days
  left join counted on counted.day = days.day
  where public.is_staff()
  order by days.day;
$$;

-- The same days by service, the most asked for first; last, without a name, the leads that named none. A service
-- is called as it is today, a deleted one as it was. The first 50 of them.
create function public.leads_by_service() returns table (service text, total bigint)
  language sql stable security definer set search_path = ''
as $$
  with counted as (
    select
      leads.service_id,
      case when leads.service_id is null then leads.service_name end as former_name,
      count(*) as total
    from public.leads
    where leads.created_at >= private.toronto_midnight(29)
    group by 1, 2
  ),
  named as (
    select coalesce(services.name, counted.former_name) as service, sum(counted.total)::bigint as total
    from counted
    left join public.services on services.id = counted.service_id
    group by 1
  )
  select named.service, named.total
  from named
  where public.is_staff()
  order by named.service is null, named.total desc, named.service
  limit 50;
$$;

revoke execute on function public.leads_by_day(), public.leads_by_service() from public, anon, authenticated;
grant execute on function public.leads_by_day(), public.leads_by_service() to authenticated;
