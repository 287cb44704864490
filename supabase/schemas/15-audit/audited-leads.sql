-- Audit log entries about leads and the people in them.

-- A new status or changed fields; counters of replies are not logged. An erasure by an owner gets one entry for the
-- person (audit_erasure), one by the server's job the number of leads. More than 20 leads of a statement get one entry.
create function private.audit_changed_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 20;
  total integer;
  erased integer;
  statuses text[];
  changes jsonb;
  change jsonb;
begin
  if not private.is_audited_caller() then
    return null;
  end if;
  select
    count(*) filter (where not part.is_erased),
    count(*) filter (where part.is_erased),
    array_agg(distinct part.status) filter (where part.is_moved),
    jsonb_agg(to_jsonb(part)) filter (where part.place <= most and not part.is_erased)
  into total, erased, statuses, changes
  from (
    select found.*, row_number() over (partition by found.is_erased) as place
    from (
      select
        added.id,
        added.status,
        added.status <> removed.status as is_moved,
        added.erased_at is not null and removed.erased_at is null as is_erased,
        array_remove(
          array[
            case when added.name <> removed.name then 'name' end,
            case when added.email <> removed.email then 'email' end,
            case when added.company is distinct from removed.company then 'company' end,
            case when added.phone is distinct from removed.phone then 'phone' end,
            case when added.message is distinct from removed.message then 'message' end,
            case when added.assignee_id is distinct from removed.assignee_id then 'assignee_id' end,
            case when added.stripe_customer_id is distinct from removed.stripe_customer_id then 'stripe_customer_id' end
          ],
          null
        ) as facts
      from removed
      join added on added.id = removed.id
    ) as found
    where found.is_moved or found.is_erased or found.facts <> '{}'
  ) as part;
  if erased > 0 and auth.uid() is null then
    perform private.audit('leads', 'erased', 'leads', amount => erased);
  end if;
  if total > most then
    perform private.audit(
      'leads', case when statuses is null then 'changed' else 'status' end, 'leads', amount => total, details => statuses
    );
    return null;
  end if;
  for change in select jsonb_array_elements(changes) loop
    if (change ->> 'is_moved')::boolean then
      perform private.audit('leads', 'status', 'leads', change ->> 'id', details => array[change ->> 'status']);
    end if;
    if change -> 'facts' <> '[]' then
      perform private.audit(
        'leads', 'changed', 'leads', change ->> 'id',
        details => array(select jsonb_array_elements_text(change -> 'facts'))
      );
    end if;
  end loop;
  return null;
end;
$$;

-- Deleted leads and quarantined leads. A quarantined lead that is now a lead or a message was restored. What the
-- server's job deletes after 24 months is not logged.
create function private.audit_deleted_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 20;
  deleted text[];
  gone record;
begin
  if not private.is_audited_caller() then
    return null;
  end if;
  deleted := '{}';
  for gone in
    select removed.id, coalesce(lead.id, answer.lead_id) as lead_id
    from removed
    left join public.leads as lead on lead.id = removed.id
    left join public.lead_messages as answer on answer.id = removed.id
    where tg_table_name = 'leads' or auth.uid() is not null or removed.created_at > now() - interval '24 months'
  loop
    if gone.lead_id is not null then
      perform private.audit('leads', 'restored', 'leads', gone.lead_id::text);
    else
      deleted := deleted || gone.id::text;
    end if;
  end loop;
  if cardinality(deleted) > most then
    perform private.audit('leads', 'deleted', tg_table_name, amount => cardinality(deleted));
  else
    perform private.audit('leads', 'deleted', tg_table_name, one.id) from unnest(deleted) as one (id);
  end if;
  return null;
end;
$$;

-- An account added an address to the do-not-contact list or removed it. The entry does not contain the address.
create function private.audit_refusal() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.audit('leads', case tg_op when 'INSERT' then 'refused' else 'allowed' end, 'do_not_contact');
  end if;
  return null;
end;
$$;

-- A changed or deleted note. The entry has the lead's ID, so that an erasure can remove it. Notes that are deleted with
-- their lead are not logged.
create function private.audit_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_caller()
    and exists (select from public.leads where leads.id = old.lead_id and leads.erased_at is null)
  then
    perform private.audit(
      'leads', case tg_op when 'UPDATE' then 'changed' else 'deleted' end, 'lead_notes', old.lead_id::text
    );
  end if;
  return null;
end;
$$;

-- Called before the first row of an export is read, so that no export goes unlogged. The amount is the number of leads
-- with the status; null for a search.
create function public.record_leads_export(status text default null, is_search boolean default false) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
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
