-- Requests of visitors. How a row gets here: 20261122951400_lead_intake.sql.
create table public.leads (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  company text,
  phone text,
  message text,
  service_id uuid references public.services (id) on delete set null,
  service_name text,
  status text not null default 'new',
  created_at timestamptz not null default now(),
  reply_count integer not null default 0,
  last_reply_at timestamptz,
  stripe_customer_id text,
  stripe_synced_at timestamptz,
  locale text not null default 'en-CA',
  assignee_id uuid references auth.users (id) on delete set null,
  is_sample boolean not null default false,
  origin text,
  submission_key uuid,
  content_hash text,
  source_path text,
  score smallint not null default 0,
  score_reasons text[] not null default '{}',
  address_hash text,
  network_hash text,
  -- Limits count code points, the browser counts UTF-16 units, which are never fewer: the database is never the tighter
  -- one. Two units may be one code point of four bytes, hence the second half of the minimum.
  constraint leads_name_length check (
    char_length(name) <= 100 and (char_length(name) >= 2 or octet_length(name) >= 4)
  ),
  -- The forms check an address in full; here it only has to look like one.
  constraint leads_email_format check (email ~ '^[^@\s]+@[^@\s]+$'),
  constraint leads_email_length check (char_length(email) <= 255),
  constraint leads_company_length check (char_length(company) <= 200),
  constraint leads_phone_length check (char_length(phone) <= 20),
  constraint leads_message_length check (char_length(message) <= 2000),
  -- Five values are offered; another one is shown humanised, so only its size is bounded.
  constraint leads_status_length check (char_length(status) <= 50),
  constraint leads_reply_count_natural check (reply_count >= 0),
  constraint leads_stripe_customer_id_length check (char_length(stripe_customer_id) <= 255),
  constraint leads_origin_known check (origin in ('site', 'api')),
  constraint leads_source_path_length check (char_length(source_path) <= 200)
);
comment on column public.leads.origin is 'site: a form of ours said so, signed; api: anybody; null: the server itself';
comment on column public.leads.submission_key is 'made in the browser, one a submission: same key and same content is one lead';
comment on column public.leads.content_hash is 'sha-256 of the six columns, lower case hex';
comment on column public.leads.address_hash is 'keyed hash of the visitor''s network address';
comment on column public.leads.network_hash is 'of a lead of the API: keyed hash of the IPv6 network of 48 bits';

-- The charts of the overview read service_id and service_name from this index alone. A second index on the same moment
-- would be written with every lead, and the planner would take either.
create index leads_newest on public.leads (created_at desc, id desc) include (service_id, service_name);
create index leads_newest_by_status on public.leads (status, created_at desc, id desc);
create index leads_service on public.leads (service_id);
create index leads_assignee on public.leads (assignee_id) where assignee_id is not null;
create index leads_content on public.leads (content_hash, created_at) where content_hash is not null;
create index leads_address on public.leads (address_hash, created_at) where address_hash is not null;
create index leads_network on public.leads (network_hash, created_at) where network_hash is not null;
create index leads_from_api on public.leads (created_at) where origin = 'api';

alter table public.leads enable row level security;
alter table public.leads force row level security;

-- A visitor sends six columns and no more (G-36), and reads nothing back.
grant insert (name, email, company, phone, message, service_id) on public.leads to anon, authenticated;
grant
  select,
  update (status, reply_count, last_reply_at, stripe_customer_id, stripe_synced_at)
  on public.leads to authenticated;
grant select, insert, update, delete on public.leads to service_role;

-- Everyone may become a lead.
create policy "everybody inserts" on public.leads for insert to anon, authenticated with check (true);
-- Agents and owners read leads: personal data, so not every role.
create policy "agents read" on public.leads for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners set status, reply facts and billing ids.
create policy "agents update" on public.leads for update to authenticated
  using ((select public.can_handle_leads()));

-- Leads by status, counted as they change: an exact count under row level security reads the whole table.
create table public.lead_totals (
  status text primary key,
  total bigint not null default 0
);

-- Inserted leads are counted by private.follow_up_leads. One upsert a statement. Rows are taken in the order of status,
-- so two statements cannot wait for each other in a circle; the row lock adds concurrent changes up.
create function private.count_changed_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    insert into public.lead_totals as kept (status, total)
    select removed.status, -count(*) from removed group by removed.status order by removed.status
    on conflict (status) do update set total = kept.total + excluded.total;
  elsif tg_op = 'UPDATE' then
    insert into public.lead_totals as kept (status, total)
    select change.status, sum(change.step)
    from (
      select added.status, 1 as step from added
      union all
      select removed.status, -1 from removed
    ) as change
    group by change.status
    having sum(change.step) <> 0
    order by change.status
    on conflict (status) do update set total = kept.total + excluded.total;
  else
    delete from public.lead_totals;
  end if;
  return null;
end;
$$;
revoke execute on function private.count_changed_leads() from public;

create trigger count_updated after update on public.leads
  referencing old table as removed new table as added
  for each statement execute function private.count_changed_leads();
create trigger count_deleted after delete on public.leads
  referencing old table as removed
  for each statement execute function private.count_changed_leads();
create trigger count_truncated after truncate on public.leads
  for each statement execute function private.count_changed_leads();

alter table public.lead_totals enable row level security;
alter table public.lead_totals force row level security;

grant select on public.lead_totals to authenticated, service_role;
-- Totals are counted, never written, not even with the secret key.
revoke insert, update, delete, truncate on public.lead_totals from service_role;

-- Staff of every role see how many leads there are; numbers name nobody.
create policy "staff read" on public.lead_totals for select to authenticated
  using ((select public.is_staff()));

-- How many leads name a service, shown before it is deleted (G-46): exact up to 1,000; 1,001 stands for "more". Staff of
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

-- The first moment of today in Toronto, `back` days ago; days are the agency's, also where a clock changes.
create function private.toronto_midnight(back integer) returns timestamptz
  language sql stable
  return (date_trunc('day', now() at time zone 'America/Toronto') - make_interval(days => back))
    at time zone 'America/Toronto';

-- Leads by day: the last 30, today's included, those without a lead as well. Staff of every role may see the numbers,
-- and no other caller gets a row. Counted when called, so it is right whatever was deleted or renamed.
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

-- The same days by service, most requested first; last, without a name, the leads that named none. A service has today's
-- name, a deleted one its last. The first 50 of them.
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

revoke execute on function private.toronto_midnight(integer) from public;
revoke execute on function public.count_service_leads(uuid), public.leads_by_day(), public.leads_by_service()
  from public, anon, authenticated;
grant execute on function public.count_service_leads(uuid), public.leads_by_day(), public.leads_by_service()
  to authenticated;
