-- Other leads of the same person.

-- Leads with this address or number, newest first, at most `most`; `before_*` is the last row of the previous page. A
-- number with fewer than seven digits is ignored, because different people can share it.
create function private.leads_of_contact(
  address text, number text, most integer, before_created_at timestamptz default null, before_id uuid default null
) returns table (id uuid, created_at timestamptz)
  language sql stable set search_path = '' rows 10
as $$
  select found.id, found.created_at
  from (
    (
      select leads.id, leads.created_at
      from public.leads
      where lower(leads.email) = lower(address) and leads.erased_at is null
        and (before_created_at is null or (leads.created_at, leads.id) < (before_created_at, before_id))
      order by leads.created_at desc, leads.id desc
      limit most
    )
    union
    (
      select leads.id, leads.created_at
      from public.leads
      where leads.phone is not null and private.phone_digits(leads.phone) = private.phone_digits(number)
        and char_length(private.phone_digits(number)) >= 7 and leads.erased_at is null
        and (before_created_at is null or (leads.created_at, leads.id) < (before_created_at, before_id))
      order by leads.created_at desc, leads.id desc
      limit most
    )
  ) as found
  order by found.created_at desc, found.id desc
  limit most
$$;

-- For each of these leads (at most 200): the ten newest other leads of the same person, and their number, up to 101.
-- Checks the caller once and reads with the owner's rights, because policies would prevent the use of the indexes.
create function public.related_leads(of_leads uuid[])
  returns table (
    lead_id uuid, total integer, id uuid, created_at timestamptz, service_name text, status text, words text
  )
  language plpgsql stable security definer set search_path = '' rows 50
as $$
begin
  if not public.can_handle_leads() then
    return;
  end if;
  return query
    select
      lead.id, related.total, other.id, other.created_at, coalesce(services.name, other.service_name), other.status,
      left(regexp_replace(left(other.message, 400), '\s+', ' ', 'g'), 140)
    from (select distinct given.id from unnest(of_leads[1:200]) as given (id)) as given
    join public.leads as lead on lead.id = given.id and lead.erased_at is null
    cross join lateral (
      select
        found.id,
        least(count(*) over (), 101)::integer as total,
        row_number() over (order by found.created_at desc, found.id desc) as place
      from private.leads_of_contact(lead.email, lead.phone, 102) as found
      where found.id <> lead.id
    ) as related
    join public.leads as other on other.id = related.id
    left join public.services on services.id = other.service_id
    where related.place <= 10
    order by lead.id, related.place;
end;
$$;
grant execute on function public.related_leads(uuid[]) to authenticated, service_role;

-- A page of all leads of the person, including this one, newest first.
create function public.person_leads(
  person uuid, before_created_at timestamptz default null, before_id uuid default null, page_size integer default 50
) returns table (id uuid, created_at timestamptz)
  language plpgsql stable security definer set search_path = '' rows 20
as $$
begin
  if not public.can_handle_leads() then
    return;
  end if;
  return query
    select found.id, found.created_at
    from public.leads as lead
    cross join lateral private.leads_of_contact(
      lead.email, lead.phone, least(greatest(coalesce(page_size, 50), 1), 200), before_created_at,
      coalesce(before_id, '00000000-0000-0000-0000-000000000000')
    ) as found
    where lead.id = person and lead.erased_at is null
    order by found.created_at desc, found.id desc;
end;
$$;
grant execute on function public.person_leads(uuid, timestamptz, uuid, integer) to authenticated, service_role;

-- The Stripe customer of another lead with the same address, the one that was linked first; null if there is none.
create function public.customer_of_person(lead uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select other.stripe_customer_id
  from public.leads
  join public.leads as other on lower(other.email) = lower(leads.email) and other.id <> leads.id
  where leads.id = customer_of_person.lead and other.stripe_customer_id is not null
    and (select public.can_handle_leads())
  order by other.stripe_synced_at, other.id
  limit 1
$$;
grant execute on function public.customer_of_person(uuid) to authenticated, service_role;
