-- The audit log: who did what, when and from where. Owners read it (docs/decisions/0055-audit-log.md). It contains IDs,
-- names of content and colleagues, and numbers, but no text of visitors. Only functions and triggers write it.
create table public.audit_log (
  id uuid primary key default gen_random_uuid(),
  -- clock_timestamp() keeps the order of entries within a transaction.
  created_at timestamptz not null default clock_timestamp(),
  -- The account that did it; null: the server, or a caller with the secret key.
  account_id uuid,
  -- Name of the account at that time; null after an erasure.
  account_name text,
  -- Its email address at that time, because anyone may choose the name of another; null after an erasure.
  account_email text,
  -- Network of the caller: 24 bits of an IPv4 address, 48 bits of an IPv6 address.
  network text,
  area text not null,
  action text not null,
  -- Kind of record: a table, or a word such as "session".
  kind text not null,
  -- Null for several records at once and after an erasure.
  record_id text,
  -- Name of the content or account at that time; null for leads.
  record_name text,
  -- Number of records, if the entry is for several.
  amount integer,
  -- Changed columns, or the new value of a status, role or rule.
  details text[] not null default '{}',
  constraint audit_log_area_known check (area in ('content', 'leads', 'exports', 'team', 'settings', 'sign_ins')),
  constraint audit_log_sizes check (
    char_length(account_name) <= 200 and char_length(account_email) <= 255 and char_length(network) <= 50 and char_length(action) <= 50
    and char_length(kind) <= 50 and char_length(record_id) <= 100 and char_length(record_name) <= 200
    and cardinality(details) <= 60
  )
);

create index audit_log_newest on public.audit_log (created_at desc, id desc);
create index audit_log_by_area on public.audit_log (area, created_at desc, id desc);
create index audit_log_by_account on public.audit_log (account_id, created_at desc, id desc);
create index audit_log_by_account_and_area on public.audit_log (account_id, area, created_at desc, id desc);
-- For erasures, which look up leads and accounts.
create index audit_log_by_record on public.audit_log (record_id) where record_id is not null;

grant select on public.audit_log to authenticated;
revoke all on public.audit_log from service_role;
grant select on public.audit_log to service_role;

-- Owners read the log.
select private.add_policies('audit_log', 'owners', 'select');

create trigger keep_whole_audit_log before truncate on public.audit_log
  for each statement execute function private.keep_audit_log();
create trigger keep_audit_log before update or delete on public.audit_log
  for each row execute function private.keep_audit_log();

-- Also binds functions with the owner's rights: an erasure may remove names, and an entry may be deleted after 24
-- months. Nothing else changes or deletes an entry.
create function private.keep_audit_log() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '24 months' then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    if (new.id, new.created_at, new.account_id, new.area, new.action, new.kind, new.amount, new.details)
        is not distinct from
        (old.id, old.created_at, old.account_id, old.area, old.action, old.kind, old.amount, old.details)
      and (new.account_name is null or new.account_name = old.account_name)
      and (new.account_email is null or new.account_email = old.account_email)
      and (new.network is null or new.network = old.network)
      and (new.record_id is null or new.record_id = old.record_id)
      and (new.record_name is null or new.record_name = old.record_name)
    then
      return new;
    end if;
  end if;
  raise exception 'The audit log can''t be changed.' using errcode = '42501';
end;
$$;

-- Writes one entry, for the caller unless `account` is given.
create function private.audit(
  area text, action text, kind text, record_id text default null, record_name text default null,
  amount integer default null, details text[] default '{}', account uuid default auth.uid(),
  address text default private.request_address()
) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into public.audit_log (
    account_id, account_name, account_email, network, area, action, kind, record_id, record_name, amount, details
  )
  values (
    account, private.audit_account_name(account),
    (select profiles.email from public.profiles where profiles.id = account), private.audit_network(address), area, action, kind,
    left(record_id, 100), left(record_name, 200), amount, coalesce(details[1:60], '{}')
  );
$$;

-- 203.0.113.7 becomes 203.0.113.0/24, an IPv6 address its first 48 bits: enough to notice an unusual place, but shared
-- by many people. Null for a text that is not an address.
create function private.audit_network(address text) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  given constant inet := split_part(address, '/', 1)::inet;
begin
  return network(set_masklen(given, case family(given) when 4 then 24 else 48 end))::text;
exception
  when others then
    return null;
end;
$$;

-- Of an account that was changed: anyone may choose the name of another, so the address is beside it.
create function private.audit_account_label(account uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select case
    when coalesce(profiles.full_name, '') = '' then profiles.email
    when profiles.email is null then profiles.full_name
    else format('%s (%s)', left(profiles.full_name, greatest(0, 197 - char_length(profiles.email))), profiles.email)
  end
  from public.profiles where profiles.id = account
$$;

create function private.audit_account_name(account uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select left(coalesce(nullif(profiles.full_name, ''), profiles.email), 200)
  from public.profiles where profiles.id = account
$$;

-- Whether the caller is an account or the secret key. Changes by the server's own role and by migrations are not
-- logged.
create function private.is_audited_caller() returns boolean
  language sql stable set search_path = ''
as $$ select auth.uid() is not null or current_setting('role', true) = 'service_role' $$;

-- Only accounts with a role are logged, because anyone may register and sign in.
create function private.is_audited_account(account uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.staff where staff.user_id = account)
    or exists (
      select from public.settings, auth.users
      where settings.sign_up_mode = 'open' and users.id = account and users.is_anonymous is not true
    )
$$;

-- The accounts in the log with their newest names, for the filter of the screen. The recursion reads one index entry
-- for each account instead of every entry.
create function public.audit_accounts() returns table (account_id uuid, account_name text, account_email text)
  language plpgsql stable security definer set search_path = '' rows 20
as $$
begin
  perform private.require_owner();
  return query
    with recursive known as (
      (
        select entry.account_id, entry.account_name, entry.account_email from public.audit_log as entry
        where entry.account_id is not null
        order by entry.account_id, entry.created_at desc, entry.id desc limit 1
      )
      union all
      select following.account_id, following.account_name, following.account_email
      from known
      cross join lateral (
        select entry.account_id, entry.account_name, entry.account_email from public.audit_log as entry
        where entry.account_id > known.account_id
        order by entry.account_id, entry.created_at desc, entry.id desc limit 1
      ) as following
    )
    select known.account_id, known.account_name, known.account_email from known
    order by lower(known.account_name), known.account_id limit 200;
end;
$$;
grant execute on function public.audit_accounts() to authenticated, service_role;

-- Deletes entries older than 24 months, at most `most`. The server calls it every hour.
create function public.delete_expired_audit_entries(most integer default 10000) returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from public.audit_log
  where audit_log.id in (
    select old.id from public.audit_log as old
    where old.created_at < now() - interval '24 months'
    order by old.created_at, old.id
    limit most
  );
$$;
grant execute on function public.delete_expired_audit_entries(integer) to service_role;

-- Removes a person from the log: the IDs of these leads, names and networks of accounts with this address, and record
-- names that contain it. What was done, when, and the account ID remain. Returns the number of changed entries.
create function private.erase_from_audit_log(lead_ids uuid[], email text) returns integer
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
    account_name = case when is_actor then null else audit_log.account_name end,
    account_email = case when is_actor then null else audit_log.account_email end,
    network = case when is_actor then null else audit_log.network end,
    record_name = case
      when audit_log.record_id = any (accounts::text[]) or strpos(lower(audit_log.record_name), address) > 0 then null
      else audit_log.record_name
    end
  from (
    select
      entry.id,
      entry.account_id = any (accounts) or lower(entry.account_name) = address or lower(entry.account_email) = address
        as is_actor
    from public.audit_log as entry
    where (entry.account_id = any (accounts) and num_nonnulls(entry.account_name, entry.account_email, entry.network) > 0)
      or (entry.record_id = any (accounts::text[]) and entry.record_name is not null)
      or lower(entry.account_name) = address
      or lower(entry.account_email) = address
      or strpos(lower(entry.record_name), address) > 0
  ) as found
  where found.id = audit_log.id;
  get diagnostics names_erased = row_count;
  return leads_erased + names_erased;
end;
$$;

-- Erases a person (70-privacy/person-sources.sql); `known` are the erased leads.
create function private.erase_audit_log_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
declare
  email text;
begin
  foreach email in array case when wanted.emails = '{}' then array[null] else wanted.emails end loop
    perform private.erase_from_audit_log(known, email);
  end loop;
  return null;
end;
$$;
