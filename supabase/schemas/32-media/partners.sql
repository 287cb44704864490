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

select private.add_edited_table('partners', 1);
grant select on public.partners to anon;

-- Everyone reads partners: their names are on the home page.
create policy "everybody reads" on public.partners for select to anon, authenticated using (true);

create trigger keep_images after insert or update of name, logo_url on public.partners
  for each row execute function private.keep_images('logo_url', 'name');
