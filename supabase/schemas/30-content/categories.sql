-- Categories of services.
create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_sample boolean not null default false,
  constraint categories_name_unique unique (name),
  constraint categories_name_length check (btrim(name) <> '' and char_length(name) <= 100)
);

alter table public.categories enable row level security, force row level security;
grant select on public.categories to anon;
grant delete, select, insert (id, name), update (name) on public.categories to authenticated;

-- Everyone reads categories: their names are on public cards.
create policy "everybody reads" on public.categories for select to anon, authenticated using (true);
-- Editors and owners add them.
create policy "editors insert" on public.categories for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners rename them.
create policy "editors update" on public.categories for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete them; services then have no category.
create policy "editors delete" on public.categories for delete to authenticated
  using ((select public.can_edit_content()));

create trigger categories_updated_at before update on public.categories
  for each row execute function private.set_updated_at();
create trigger keep_edited_sample before update on public.categories
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger notify_changed after insert or update or delete on public.categories
  for each row execute function private.notify_table_changed();
create trigger audit_changed after update on public.categories referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.categories referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.categories referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');
create trigger notify_truncated after truncate on public.categories
  for each statement execute function private.notify_table_changed();
