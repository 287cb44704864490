-- Companies that the agency works with, shown on the home page.
create table public.partners (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  is_sample boolean not null default false,
  logo_url text,
  logo_ground text not null default 'any',
  constraint partners_name_unique unique (name),
  constraint partners_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint partners_logo_url_length check (char_length(logo_url) <= 400),
  constraint partners_logo_url_safe check (private.is_safe_url(logo_url)),
  constraint partners_logo_ground_known check (logo_ground in ('any', 'light', 'dark'))
);

alter table public.partners enable row level security, force row level security;
grant select on public.partners to anon;
grant delete, select, insert (id, logo_ground, logo_url, name, sort_order), update (logo_ground, logo_url, name,
  sort_order) on public.partners to authenticated;

-- Everyone reads partners: their names are on the home page.
create policy "everybody reads" on public.partners for select to anon, authenticated using (true);
-- Editors and owners add them.
create policy "editors insert" on public.partners for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners rename and reorder them.
create policy "editors update" on public.partners for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete them.
create policy "editors delete" on public.partners for delete to authenticated
  using ((select public.can_edit_content()));

create trigger keep_edited_sample before update on public.partners
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger notify_changed after insert or update or delete on public.partners
  for each row execute function private.notify_table_changed();
create trigger audit_changed after update on public.partners referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '1');
create trigger audit_created after insert on public.partners referencing new table as added
  for each statement execute function private.audit_rows('content', '1');
create trigger audit_deleted after delete on public.partners referencing old table as removed
  for each statement execute function private.audit_rows('content', '1');
create trigger notify_truncated after truncate on public.partners
  for each statement execute function private.notify_table_changed();
