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

-- How many rows about people an account has read within an hour; account_id is null for the secret key.
create table private.read_counts (
  account_id uuid references auth.users (id) on delete cascade,
  relation text not null,
  begun_at timestamptz not null default now(),
  total bigint not null,
  constraint read_counts_once unique nulls not distinct (account_id, relation)
);

-- Called by the server. Writes an entry when the rows that an account read from a table within an hour pass 500, 5,000
-- and so on, and for a response of more than 200 rows, at most every ten minutes. `account` is null for the secret key.
create function public.record_bulk_read(account uuid, relation text, rows_read integer, address text)
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  so_far bigint;
begin
  insert into private.read_counts as counted (account_id, relation, total)
  values (record_bulk_read.account, record_bulk_read.relation, record_bulk_read.rows_read)
  on conflict (account_id, relation) do update
  set begun_at = case when counted.begun_at > now() - interval '1 hour' then counted.begun_at else now() end,
    total = record_bulk_read.rows_read
      + case when counted.begun_at > now() - interval '1 hour' then counted.total else 0 end
  returning counted.total into so_far;
  if exists (
    select from unnest(array[500, 5000, 50000, 500000]) as mark
    where so_far >= mark and so_far - record_bulk_read.rows_read < mark
  ) or record_bulk_read.rows_read > 200 and not exists (
    select from public.audit_log as recent
    where recent.account_id is not distinct from record_bulk_read.account
      and recent.area = 'exports'
      and recent.action = 'read'
      and recent.kind = record_bulk_read.relation
      and recent.created_at > now() - interval '10 minutes'
  ) then
    perform private.audit(
      'exports', 'read', record_bulk_read.relation, amount => least(so_far, 2147483647)::integer,
      account => record_bulk_read.account, address => record_bulk_read.address
    );
  end if;
end;
$$;
grant execute on function public.record_bulk_read(uuid, text, integer, text) to service_role;
