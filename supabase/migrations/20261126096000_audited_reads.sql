-- Who looks up or exports a person, and who reads many rows of people in small pages, is in the audit log.

-- What is kept of a person; find_person() is the way to it from outside.
alter function public.find_person(text[]) set schema private;
alter function private.find_person(text[]) rename to data_of_person;
revoke execute on function private.data_of_person(text[]) from public, anon, authenticated, service_role;

-- The audit log does not name the person.
create function public.find_person(contacts text[]) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.audit('exports', 'read', 'person');
  return private.data_of_person(contacts);
end;
$$;

-- Called before the file with a person's data is made.
create function public.record_person_export() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.audit('exports', 'exported', 'person');
end;
$$;

-- Rows of people that an account has read within an hour; null is the secret key.
create table private.read_counts (
  account_id uuid references auth.users (id) on delete cascade,
  relation text not null,
  begun_at timestamptz not null default now(),
  total bigint not null,
  constraint read_counts_once unique nulls not distinct (account_id, relation)
);
insert into private.personal_data (table_name, column_name, reach) values ('private.read_counts', 'relation', 'none');

-- Called by the server. An entry for each account and table when the rows of one hour pass 500, 5,000 and so on, and for a
-- single response of more than 200 rows, once in ten minutes. `account` is null of the secret key.
create or replace function public.record_bulk_read(account uuid, relation text, rows_read integer, address text)
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

revoke execute on function public.find_person(text[]), public.record_person_export() from public, anon, authenticated;
grant execute on function public.find_person(text[]), public.record_person_export() to authenticated;
