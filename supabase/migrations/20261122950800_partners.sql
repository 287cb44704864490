-- Companies that the agency works with, by name: the strip of the home page. Without a row there is no strip.
create table public.partners (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  is_sample boolean not null default false,
  constraint partners_name_unique unique (name),
  constraint partners_name_length check (btrim(name) <> '' and char_length(name) <= 100)
);

create trigger notify_changed after insert or update or delete on public.partners
  for each row execute function private.notify_table_changed();
create trigger notify_truncated after truncate on public.partners
  for each statement execute function private.notify_table_changed();

alter table public.partners enable row level security;
alter table public.partners force row level security;

grant select on public.partners to anon, authenticated;
grant insert (id, name, sort_order), update (name, sort_order), delete on public.partners to authenticated;
grant select, insert, update, delete on public.partners to service_role;

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
