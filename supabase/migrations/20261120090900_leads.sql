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
  -- Limits count code points, the browser counts UTF-16 units, which are never fewer: the database is never
  -- the tighter one. Two units may be one code point of four bytes, hence the second half of the minimum.
  constraint leads_name_length check (
    char_length(name) <= 100 and (char_length(name) >= 2 or octet_length(name) >= 4)
  ),
  -- The forms judge an address in full; here it only has to look like one.
  constraint leads_email_format check (email ~ '^[^@\s]+@[^@\s]+$'),
  constraint leads_email_length check (char_length(email) <= 255),
  constraint leads_company_length check (char_length(company) <= 200),
  constraint leads_phone_length check (char_length(phone) <= 20),
  constraint leads_message_length check (char_length(message) <= 2000),
  -- Five values are offered; another one is shown humanised, so only its size is bounded.
  constraint leads_status_length check (char_length(status) <= 50),
  constraint leads_reply_count_natural check (reply_count >= 0)
);

create index leads_newest on public.leads (created_at desc, id desc);
create index leads_newest_by_status on public.leads (status, created_at desc, id desc);
create index leads_service on public.leads (service_id);
create index leads_assignee on public.leads (assignee_id) where assignee_id is not null;

-- Trimmed, line ends as LF, nothing for an empty value (P-143); an empty status is 'new'.
-- Security definer: it looks its helper up in a schema that callers may not enter.
create function private.clean_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_text(new.name);
  new.email := private.clean_text(new.email);
  new.company := private.clean_text(new.company);
  new.phone := private.clean_text(new.phone);
  new.message := private.clean_text(new.message);
  new.status := coalesce(private.clean_text(new.status), 'new');
  return new;
end;
$$;

create trigger clean_lead before insert or update of name, email, company, phone, message, status
  on public.leads for each row execute function private.clean_lead();

-- A lead keeps the name of its service, also when the service is renamed or deleted (G-46). Asked with the
-- owner's rights, because a visitor cannot see a service that was unpublished a moment ago.
create function private.keep_service_name() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.service_id is not null then
    select services.name into new.service_name from public.services where services.id = new.service_id;
  end if;
  return new;
end;
$$;

create trigger keep_service_name before insert or update of service_id
  on public.leads for each row execute function private.keep_service_name();

revoke execute on function private.clean_lead(), private.keep_service_name() from public;

alter table public.leads enable row level security;
alter table public.leads force row level security;

-- A visitor sends six columns and no more (G-36), and reads nothing back.
grant insert (name, email, company, phone, message, service_id) on public.leads to anon, authenticated;
grant
  select,
  update (status, reply_count, last_reply_at, stripe_customer_id, stripe_synced_at)
  on public.leads to authenticated;
grant select, insert, update, delete on public.leads to service_role;

-- Everybody may become a lead.
create policy "everybody inserts" on public.leads for insert to anon, authenticated with check (true);
-- Agents and owners read leads: personal data, so not every role.
create policy "agents read" on public.leads for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners set status, reply facts and billing ids.
create policy "agents update" on public.leads for update to authenticated
  using ((select public.can_handle_leads()));
