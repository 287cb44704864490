-- The register of privacy incidents (Law 25), for owners.
create table public.privacy_incidents (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  noticed_on date not null default current_date,
  what text not null,
  whose text not null,
  -- A real risk of significant harm, so people and commissioners must be notified.
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

create index privacy_incidents_newest on public.privacy_incidents (noticed_on desc, id desc);
create index privacy_incidents_author on public.privacy_incidents (created_by) where created_by is not null;

grant select, insert (is_serious, noticed_on, risk, told_on, told, what, whose), update (is_serious, noticed_on, risk,
  told_on, told, what, whose) on public.privacy_incidents to authenticated;

-- Owners read incidents. The law requires that they are kept, so only the server deletes them, after five years.
-- Owners record incidents.
-- Owners add who was notified, and when.
select private.add_policies('privacy_incidents', 'owners', 'select insert update');

create trigger clean_texts before insert or update on public.privacy_incidents
  for each row execute function private.clean_texts('what', 'whose', 'risk', 'told');
