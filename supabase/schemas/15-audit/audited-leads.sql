-- Audit log entries about leads and the people in them.

-- Logs a new status or changed fields, not counters of replies. An erasure by an owner gets one entry for the person
-- (audit_erasure), one by the job of the server the number of leads; more than 20 leads of a statement, one entry.
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
