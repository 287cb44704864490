-- Two registers for owners: requests of people about their data, with 30 days to answer, and incidents (Law 25).
create table public.privacy_requests (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  kind text not null,
  contact text not null,
  received_on date not null default current_date,
  due_on date not null generated always as (received_on + 30) stored,
  note text,
  done_on date,
  response text,
  constraint privacy_requests_kind_known check (kind in ('access', 'correct', 'erase', 'withdraw', 'complaint')),
  constraint privacy_requests_contact_length check (char_length(contact) between 1 and 255),
  constraint privacy_requests_received_sane check (received_on between '2000-01-01' and '2200-01-01'),
  constraint privacy_requests_note_length check (char_length(note) <= 2000),
  constraint privacy_requests_response_length check (char_length(response) <= 4000),
  constraint privacy_requests_answered check ((done_on is null) = (response is null) and done_on >= received_on)
);
comment on column public.privacy_requests.contact is 'email address or phone number of the person';
comment on column public.privacy_requests.response is 'what was answered or done';
create index privacy_requests_newest on public.privacy_requests (received_on desc, id desc);
create index privacy_requests_due on public.privacy_requests (due_on) where done_on is null;
create index privacy_requests_author on public.privacy_requests (created_by) where created_by is not null;

create table public.privacy_incidents (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  noticed_on date not null default current_date,
  what text not null,
  whose text not null,
  is_serious boolean not null,
  risk text not null,
  told text,
  told_on date,
  constraint privacy_incidents_noticed_sane check (noticed_on between '2000-01-01' and '2200-01-01'),
  constraint privacy_incidents_what_length check (char_length(what) between 1 and 4000),
  constraint privacy_incidents_whose_length check (char_length(whose) between 1 and 2000),
  constraint privacy_incidents_risk_length check (char_length(risk) between 1 and 2000),
  constraint privacy_incidents_told_length check (char_length(told) <= 2000),
  constraint privacy_incidents_told_whole check ((told is null) = (told_on is null))
);
comment on column public.privacy_incidents.is_serious is 'a real risk of significant harm, so people and commissioners are told';
create index privacy_incidents_newest on public.privacy_incidents (noticed_on desc, id desc);
create index privacy_incidents_author on public.privacy_incidents (created_by) where created_by is not null;

alter table public.privacy_requests enable row level security;
alter table public.privacy_requests force row level security;
alter table public.privacy_incidents enable row level security;
alter table public.privacy_incidents force row level security;

grant select, delete,
  insert (kind, contact, received_on, note, done_on, response),
  update (kind, contact, received_on, note, done_on, response)
  on public.privacy_requests to authenticated;
grant select,
  insert (noticed_on, what, whose, is_serious, risk, told, told_on),
  update (noticed_on, what, whose, is_serious, risk, told, told_on)
  on public.privacy_incidents to authenticated;
grant select, insert, update, delete on public.privacy_requests, public.privacy_incidents to service_role;

-- An owner answers for people's data; nobody else reads who asked. A request may be deleted, as one that was entered twice.
create policy "owners" on public.privacy_requests for all to authenticated
  using ((select public.is_owner())) with check ((select public.is_owner()));
-- The law wants incidents kept, so nobody deletes one.
create policy "owners read" on public.privacy_incidents for select to authenticated
  using ((select public.is_owner()));
-- Owners record what happened,
create policy "owners insert" on public.privacy_incidents for insert to authenticated
  with check ((select public.is_owner()));
-- and add who was told, and when.
create policy "owners update" on public.privacy_incidents for update to authenticated
  using ((select public.is_owner()));

create function private.clean_privacy_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.contact), octet_length(new.note), octet_length(new.response)) > 20000 then
    perform private.reject_oversized('privacy_requests', 'privacy_requests_response_length');
  end if;
  new.contact := private.clean_text(new.contact);
  new.note := private.clean_text(new.note);
  new.response := private.clean_text(new.response);
  return new;
end;
$$;

create function private.clean_privacy_incident() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.what), octet_length(new.whose), octet_length(new.risk), octet_length(new.told)) > 20000 then
    perform private.reject_oversized('privacy_incidents', 'privacy_incidents_what_length');
  end if;
  new.what := private.clean_text(new.what);
  new.whose := private.clean_text(new.whose);
  new.risk := private.clean_text(new.risk);
  new.told := private.clean_text(new.told);
  return new;
end;
$$;
revoke execute on function private.clean_privacy_request(), private.clean_privacy_incident() from public;

create trigger clean_privacy_request before insert or update on public.privacy_requests
  for each row execute function private.clean_privacy_request();
create trigger clean_privacy_incident before insert or update on public.privacy_incidents
  for each row execute function private.clean_privacy_incident();

insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('public.privacy_requests', 'words', 'contact note response'),
    ('public.privacy_requests', 'none', 'kind'),
    ('public.privacy_incidents', 'words', 'what whose risk told')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name;
