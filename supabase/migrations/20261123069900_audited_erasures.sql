-- The audit log and people's data: how an erasure reaches the log, and what the log says of one.

insert into private.personal_data (table_name, column_name, reach)
values
  -- private.erase_from_audit_log
  ('public.audit_log', 'account_name', 'account'),
  ('public.audit_log', 'network', 'account'),
  ('public.audit_log', 'record_name', 'account'),
  ('public.audit_log', 'record_id', 'none'),
  ('public.audit_log', 'area', 'none'),
  ('public.audit_log', 'action', 'none'),
  ('public.audit_log', 'kind', 'none'),
  ('public.audit_log', 'details', 'none')
on conflict do nothing;

-- As before, and an erasure is not a change of a lead: by an owner it is noted once for the person, by the job with the
-- number of leads.
create or replace function private.audit_changed_leads() returns trigger
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

create function private.audit_erasure() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.audit('leads', 'erased', 'person');
  end if;
  return null;
end;
$$;
create trigger audit_erasure after insert on private.erasures
  for each row execute function private.audit_erasure();
revoke execute on function private.audit_erasure() from public;

-- As before, and the months after which leads are erased.
create or replace function private.audit_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_caller() then
    if old.sign_up_mode <> new.sign_up_mode then
      perform private.audit('settings', 'changed', 'sign_up_mode', details => array[new.sign_up_mode]);
    end if;
    if old.require_second_factor <> new.require_second_factor then
      perform private.audit(
        'settings', 'changed', 'require_second_factor', details => array[new.require_second_factor::text]
      );
    end if;
    if old.retention_months is distinct from new.retention_months then
      perform private.audit(
        'settings', 'changed', 'retention_months', details => array[coalesce(new.retention_months::text, 'never')]
      );
    end if;
  end if;
  return null;
end;
$$;

-- As before, and what was named after the address.
create or replace function private.erase_from_audit_log(lead_ids uuid[], email text) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := nullif(lower(btrim(email)), '');
  accounts constant uuid[] := array(select users.id from auth.users where lower(users.email) = address);
  leads_erased integer;
  names_erased integer;
begin
  update public.audit_log set record_id = null, record_name = null
  where audit_log.record_id = any (lead_ids::text[]) and audit_log.area in ('leads', 'exports');
  get diagnostics leads_erased = row_count;
  update public.audit_log
  set
    account_name = case
      when audit_log.account_id = any (accounts) or lower(audit_log.account_name) = address then null
      else audit_log.account_name
    end,
    network = case
      when audit_log.account_id = any (accounts) or lower(audit_log.account_name) = address then null
      else audit_log.network
    end,
    record_name = case
      when audit_log.record_id = any (accounts::text[]) or strpos(lower(audit_log.record_name), address) > 0 then null
      else audit_log.record_name
    end
  where (audit_log.account_id = any (accounts) and num_nonnulls(audit_log.account_name, audit_log.network) > 0)
    or (audit_log.record_id = any (accounts::text[]) and audit_log.record_name is not null)
    or lower(audit_log.account_name) = address
    or strpos(lower(audit_log.record_name), address) > 0;
  get diagnostics names_erased = row_count;
  return leads_erased + names_erased;
end;
$$;
