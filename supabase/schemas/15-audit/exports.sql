-- Audit log entries about exports, and about reading many rows with people's data.

-- Called before the first row of an export is read, so that no export goes unlogged. The amount is the number of leads
-- with the status; null for a search.
create function public.record_leads_export(status text default null, is_search boolean default false) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  perform private.audit(
    'exports', 'exported', 'leads',
    amount => case when not is_search then (
      select coalesce(sum(totals.total), 0)::integer from public.lead_totals as totals
      where record_leads_export.status is null or totals.status = record_leads_export.status
    ) end,
    details => array_remove(array[left(record_leads_export.status, 50)], null)
  );
end;
$$;
grant execute on function public.record_leads_export(text, boolean) to authenticated, service_role;

-- Tables whose rows are about a person: the server counts them in its responses. Published content and its versions are
-- not among them.
create function public.counted_tables() returns setof text
  language sql stable security definer set search_path = '' rows 60
as $$
  select distinct data.table_name from private.personal_data as data
  where data.reach in ('row', 'words', 'account')
    and data.table_name not in ('public.content_autosaves', 'public.content_versions', 'public.deleted_content')
  order by data.table_name
$$;
grant execute on function public.counted_tables() to service_role;

-- How many rows about people an account has read in an hour, until the hour is written to the log. account_id is null for
-- the secret key, and has no reference: a token outlives its account.
create table private.read_counts (
  account_id uuid,
  hour timestamptz not null,
  relation text not null,
  total bigint not null,
  -- Of the last of these requests.
  network text,
  constraint read_counts_once unique nulls not distinct (account_id, hour, relation)
);

-- Called by each server every few seconds and when it stops. `reads` is a list of {account, hour, relation, rows, address}
-- that it has counted since the last call. An entry is written at once when an account's rows of a table pass 500, 5,000
-- and so on within an hour; after the hour one with the true amounts, in write_read_hours().
create function public.record_reads(reads jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  given record;
  so_far bigint;
begin
  for given in
    select account, hour, relation, sum(rows) as rows, max(address) as address
    from jsonb_to_recordset(record_reads.reads)
      as listed (account uuid, hour timestamptz, relation text, rows bigint, address text)
    group by account, hour, relation
    -- Always in this order, so that two servers do not wait for each other.
    order by account, hour, relation
  loop
    insert into private.read_counts as counted (account_id, hour, relation, total, network)
    values (
      given.account, date_trunc('hour', given.hour), left(given.relation, 50), given.rows,
      private.audit_network(given.address)
    )
    on conflict (account_id, hour, relation) do update
    set total = counted.total + excluded.total, network = coalesce(excluded.network, counted.network)
    returning counted.total into so_far;
    if exists (
      select from unnest(array[500, 5000, 50000, 500000]) as mark
      where so_far >= mark and so_far - given.rows < mark
    ) then
      perform private.audit(
        'exports', 'read', left(given.relation, 50), amount => least(so_far, 2147483647)::integer,
        account => given.account, address => given.address
      );
    end if;
  end loop;
  perform private.write_read_hours();
end;
$$;
grant execute on function public.record_reads(jsonb) to service_role;

-- One entry for each account and hour that has ended: the tables with their rows. The servers have two minutes to hand in
-- what they counted; what comes later gets an entry of its own.
create function private.write_read_hours() returns void
  language sql volatile security definer set search_path = ''
as $$
  with ended as (
    delete from private.read_counts as counted
    where counted.hour < now() - interval '62 minutes'
    returning counted.account_id, counted.hour, counted.relation, counted.total, counted.network
  )
  insert into public.audit_log (
    created_at, account_id, account_name, account_email, network, area, action, kind, amount, details
  )
  select
    ended.hour + interval '1 hour', ended.account_id, private.audit_account_name(ended.account_id),
    (select profiles.email from public.profiles where profiles.id = ended.account_id), max(ended.network),
    'exports', 'read_hour', 'people', least(sum(ended.total), 2147483647)::integer,
    (array_agg(ended.relation || ' ' || ended.total order by ended.total desc, ended.relation))[1:60]
  from ended
  group by ended.account_id, ended.hour;
$$;
