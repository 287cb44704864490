-- Figures about leads, for staff of every role.

-- How many leads request a service, shown before it is deleted (G-46): exact up to 1,000; 1,001 means "more". Runs with
-- the owner's rights, because editors may not read leads.
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

-- Midnight in the agency's time zone, `back` days ago.
create function private.agency_midnight(back integer) returns timestamptz
  language sql stable security definer set search_path = ''
as $$ select (private.business_day(now()) - back)::timestamp at time zone zone from private.business_settings() $$;

-- Leads of each of the last 30 days, including today and days without leads.
create function public.leads_by_day() returns table (day date, total bigint)
  language sql stable security definer set search_path = '' rows 30
as $$
  with counted as (
    select (leads.created_at at time zone settings.zone)::date as day, count(*) as total
    from private.business_settings() as settings, public.leads
    where leads.created_at >= private.agency_midnight(29)
    group by 1
  )
  select days.day, coalesce(counted.total, 0)
  from (
    select private.business_day(now()) - back as day from generate_series(29, 0, -1) as back
  ) as days
  left join counted on counted.day = days.day
  where public.is_staff()
  order by days.day;
$$;
grant execute on function public.leads_by_day() to authenticated, service_role;

-- Leads of the last 30 days by service, the most requested first, at most 50. Leads without a service come last, under
-- null. A deleted service keeps the name that it had last.
create function public.leads_by_service() returns table (service text, total bigint)
  language sql stable security definer set search_path = '' rows 10
as $$
  with counted as (
    select
      leads.service_id,
      case when leads.service_id is null then leads.service_name end as former_name,
      count(*) as total
    from public.leads
    where leads.created_at >= private.agency_midnight(29)
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

-- Leads of the last 90 days by source, the largest first, at most 50. `kind`: campaign, site (a referring site), api,
-- staff, or direct (also unknown). `qualified`: leads that have that status today.
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
    where leads.created_at >= private.agency_midnight(89)
    group by 1, 2
  )
  select counted.kind, counted.source, counted.total, counted.qualified
  from counted
  where public.is_staff()
  order by counted.total desc, counted.qualified desc, counted.kind, counted.source
  limit 50;
$$;
grant execute on function public.leads_by_source() to authenticated, service_role;
