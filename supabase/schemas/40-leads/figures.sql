-- Numbers of leads for staff of every role.

-- How many leads name a service, shown before it is deleted (G-46): exact up to 1,000; 1,001 means "more". Staff of
-- every role may know a number; an editor cannot count rows that policies hide.
create function public.count_service_leads(service_id uuid) returns integer
  language sql stable security definer set search_path = ''
as $$
  select count(*)::integer
  from (
    select from public.leads
    where leads.service_id = count_service_leads.service_id and public.is_staff()
    limit 1001
  ) as named
$$;
grant execute on function public.count_service_leads(uuid) to authenticated, service_role;

-- The first moment of today in Toronto, `back` days ago; days are the agency's, also where a clock changes.
create function private.toronto_midnight(back integer) returns timestamptz
  language sql stable
  return (date_trunc('day', now() at time zone 'America/Toronto') - make_interval(days => back))
    at time zone 'America/Toronto';

-- Leads by day: the last 30, today's included, those without a lead as well. Staff of every role may see the numbers,
-- and no other caller gets a row. Counted when called, so it is right whatever was deleted or renamed.
create function public.leads_by_day() returns table (day date, total bigint)
  language sql stable security definer set search_path = '' rows 30
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
grant execute on function public.leads_by_day() to authenticated, service_role;

-- The same days by service, most requested first; last, without a name, the leads that named none. A service has today's
-- name, a deleted one its last. The first 50 of them.
create function public.leads_by_service() returns table (service text, total bigint)
  language sql stable security definer set search_path = '' rows 10
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
grant execute on function public.leads_by_service() to authenticated, service_role;

-- The last 90 days by source, the most leads first: a campaign by its source, another site by its host, the API, those
-- that colleagues added, and what came directly or is not known. `qualified`: those whose status is that today. The
-- first 50.
create function public.leads_by_source()
  returns table (kind text, source text, total bigint, qualified bigint)
  language sql stable security definer set search_path = '' rows 10
as $$
  with counted as (
    select
      case
        when leads.campaign_source is not null then 'campaign'
        when leads.referrer_host is not null then 'site'
        when leads.origin in ('api', 'staff') then leads.origin
        else 'direct'
      end as kind,
      coalesce(leads.campaign_source, leads.referrer_host) as source,
      count(*) as total,
      count(*) filter (where leads.status = 'qualified') as qualified
    from public.leads
    where leads.created_at >= private.toronto_midnight(89)
    group by 1, 2
  )
  select counted.kind, counted.source, counted.total, counted.qualified
  from counted
  where public.is_staff()
  order by counted.total desc, counted.qualified desc, counted.kind, counted.source
  limit 50;
$$;
grant execute on function public.leads_by_source() to authenticated, service_role;
