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

select private.add_edited_table('categories', 20);
grant select on public.categories to anon;

-- Everyone reads categories: their names are on public cards.
create policy "everybody reads" on public.categories for select to anon, authenticated using (true);
