-- Retention: leads are erased after a time that owners set, and other rows when they expire.

-- How many leads and other rows were erased on each day.
create table private.retention_log (
  day date primary key default current_date,
  leads integer not null default 0,
  clients integer not null default 0,
  quarantined integer not null default 0,
  registers integer not null default 0
);

-- Months until leads are erased; null: never, or not confirmed by an owner yet.
create function public.retention_months() returns smallint
  language sql stable security definer set search_path = ''
as $$ select case when not settings.retention_waits then settings.retention_months end from public.settings $$;
grant execute on function public.retention_months() to anon, authenticated, service_role;

create function public.set_retention_months(months integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if months not between 1 and 120 then
    raise exception 'Enter 1 to 120 months, or leave it blank.' using errcode = '22023';
  end if;
  update public.settings set retention_months = months, retention_waits = false where settings.id;
end;
$$;
grant execute on function public.set_retention_months(integer) to authenticated, service_role;

-- After an upgrade, the months that would apply and what they would erase; null once an owner has decided.
create function public.waiting_retention() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (
    select jsonb_build_object('months', settings.retention_months)
      || public.preview_retention(settings.retention_months::integer)
    from public.settings
    where settings.retention_waits
  );
end;
$$;
grant execute on function public.waiting_retention() to authenticated, service_role;

-- What would be erased now with this number of months: counts up to 1,001, and the first 20 leads.
create function public.preview_retention(months integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if months is null then
    return '{"leads": 0, "clients": 0, "quarantined": 0, "first": []}';
  end if;
  if months not between 1 and 120 then
    raise exception 'Enter 1 to 120 months, or leave it blank.' using errcode = '22023';
  end if;
  return (
    select jsonb_build_object(
      'leads', count(*) filter (where not expired.is_client),
      'clients', count(*) filter (where expired.is_client),
      'quarantined', (
        select count(*) from (
          select from public.quarantined_leads as waiting
          where waiting.created_at < now() - make_interval(months => months) limit 1001
        ) as old
      ),
      'first', coalesce(
        jsonb_agg(jsonb_build_object('id', expired.id, 'name', expired.name, 'last_contact', expired.last_contact)
          order by expired.n) filter (where expired.n <= 20), '[]'
      )
    )
    from (
      select *, row_number() over () as n from private.expired_leads(months, 1001)
    ) as expired
  );
end;
$$;
grant execute on function public.preview_retention(integer) to authenticated, service_role;

-- Leads whose last contact (the newest message, or the request) is more than `months` ago, for clients seven years; the
-- oldest first.
create function private.expired_leads(months integer, most integer)
  returns table (id uuid, name text, last_contact timestamptz, is_client boolean)
  language sql stable set search_path = '' rows 100
as $$
  select lead.id, lead.name, greatest(lead.created_at, newest.at), lead.stripe_customer_id is not null
  from public.leads as lead
  left join lateral (
    select max(message.created_at) as at from public.lead_messages as message where message.lead_id = lead.id
  ) as newest on true
  where lead.erased_at is null
    and lead.created_at < now() - make_interval(months => months)
    and coalesce(newest.at, lead.created_at)
      < now() - case when lead.stripe_customer_id is null then make_interval(months => months) else interval '7 years' end
  order by lead.created_at
  limit most;
$$;

-- Erases expired leads. Also deletes privacy requests two years after they were answered, and incidents and log
-- entries after five years. The server calls it every hour.
create function public.apply_retention(most integer default 1000) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  months constant integer := public.retention_months();
  gone uuid[];
  clients integer;
  quarantined integer := 0;
  answered integer;
  incidents integer;
begin
  select coalesce(array_agg(expired.id), '{}'), count(*) filter (where expired.is_client)
  into gone, clients
  from private.expired_leads(months, most) as expired
  where months is not null;
  perform private.erase_leads(gone);
  if months is not null then
    delete from public.quarantined_leads
    where quarantined_leads.id in (
      select old.id from public.quarantined_leads as old
      where old.created_at < now() - make_interval(months => months)
      order by old.created_at
      limit most
    );
    get diagnostics quarantined = row_count;
  end if;
  delete from public.privacy_requests where privacy_requests.done_on < current_date - interval '2 years';
  get diagnostics answered = row_count;
  delete from public.privacy_incidents where privacy_incidents.noticed_on < current_date - interval '5 years';
  get diagnostics incidents = row_count;
  delete from private.retention_log where retention_log.day < current_date - interval '5 years';
  if cardinality(gone) + quarantined + answered + incidents > 0 then
    insert into private.retention_log as entry (leads, clients, quarantined, registers)
    values (cardinality(gone) - clients, clients, quarantined, answered + incidents)
    on conflict (day) do update
    set leads = entry.leads + excluded.leads, clients = entry.clients + excluded.clients,
      quarantined = entry.quarantined + excluded.quarantined, registers = entry.registers + excluded.registers;
  end if;
end;
$$;
grant execute on function public.apply_retention(integer) to service_role;

create function public.retention_log()
  returns table (day date, leads integer, clients integer, quarantined integer, registers integer)
  language plpgsql stable security definer set search_path = '' rows 20
as $$
begin
  perform private.require_owner();
  return query
    select entry.day, entry.leads, entry.clients, entry.quarantined, entry.registers
    from private.retention_log as entry order by entry.day desc limit 100;
end;
$$;
grant execute on function public.retention_log() to authenticated, service_role;

-- Deletes rows that strangers or restarts could add without limit, at most `most` of each kind. The server calls it
-- every hour. The limits of all tables: docs/bounds.md.
create function public.delete_expired_rows(most integer default 10000) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Possible spam, after the 24 months that the privacy page states.
  delete from public.quarantined_leads
  where quarantined_leads.id in (
    select old.id from public.quarantined_leads as old
    where old.created_at < now() - interval '24 months'
    order by old.created_at
    limit most
  );
  -- The server makes one at each start without an owner.
  delete from public.owner_links where owner_links.expires_at < now() - interval '1 day';
  delete from private.recovery_guesses where recovery_guesses.since < now() - interval '15 minutes';
  -- Accounts whose address was never confirmed, except invited ones.
  delete from auth.users
  where users.id in (
    select account.id from auth.users as account
    where account.created_at < now() - interval '30 days'
      and account.email_confirmed_at is null and account.phone_confirmed_at is null
      and account.last_sign_in_at is null and account.invited_at is null
      and not exists (select from public.staff where staff.user_id = account.id)
    order by account.created_at
    limit most
  );
end;
$$;
grant execute on function public.delete_expired_rows(integer) to service_role;
