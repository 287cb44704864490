-- How many leads name a service, told before it is deleted (G-46): exact up to 1,000; 1,001 stands for "more". Staff
-- of every role may know a number; an editor cannot count rows that policies hide.
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
revoke execute on function public.count_service_leads(uuid) from public, anon, authenticated;
grant execute on function public.count_service_leads(uuid) to authenticated;
