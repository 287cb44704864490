-- What the agency sells.
create table public.services (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  short_pitch text not null default '',
  description text not null default '',
  hero_image_url text,
  hero_image_alt text,
  feature_chips text[] not null default '{}',
  pricing_json jsonb not null default '[]',
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  category_id uuid references public.categories (id) on delete set null,
  locale text not null default 'en-CA',
  is_sample boolean not null default false,
  constraint services_slug_unique unique (slug),
  constraint services_slug_format check (private.is_slug(slug)),
  constraint services_name_length check (btrim(name) <> '' and char_length(name) <= 200),
  constraint services_short_pitch_length check (char_length(short_pitch) <= 500),
  constraint services_description_length check (char_length(description) <= 20000),
  constraint services_hero_image_url_safe check (private.is_safe_url(hero_image_url)),
  constraint services_feature_chips_whole check (array_position(feature_chips, null) is null),
  constraint services_pricing_json_array check (jsonb_typeof(pricing_json) = 'array')
);
comment on column public.services.pricing_json is
  'list of {name, price, unit?, addon?}; price in Canadian dollars, 0 means paid by results; addon: true is never what a service starts at';

create index services_published on public.services (created_at desc, id desc) where is_published;
create index services_newest on public.services (created_at desc, id desc);
create index services_category on public.services (category_id);

create trigger services_updated_at before update on public.services
  for each row execute function private.set_updated_at();
create trigger limit_feature_chips before insert or update of feature_chips on public.services
  for each row execute function private.limit_size('feature_chips', 'The features', '80', '40');
create trigger limit_pricing_json before insert or update of pricing_json on public.services
  for each row execute function private.limit_size('pricing_json', 'The prices', '1000', '40');
create trigger limit_hero_image_alt before insert or update of hero_image_alt on public.services
  for each row execute function private.limit_size('hero_image_alt', 'The description of the picture', '1000');
create trigger limit_locale before insert or update of locale on public.services
  for each row execute function private.limit_size('locale', 'The language', '35');
create trigger notify_changed after insert or update or delete on public.services
  for each row execute function private.notify_table_changed();
create trigger notify_truncated after truncate on public.services
  for each statement execute function private.notify_table_changed();

alter table public.services enable row level security;
alter table public.services force row level security;

grant select on public.services to anon, authenticated;
grant
  insert (
    id, name, slug, short_pitch, description, hero_image_url, hero_image_alt, feature_chips, pricing_json,
    is_published, category_id, locale
  ),
  update (
    name, slug, short_pitch, description, hero_image_url, hero_image_alt, feature_chips, pricing_json,
    is_published, category_id, locale
  ),
  delete
  on public.services to authenticated;
grant select, insert, update, delete on public.services to service_role;

-- Everyone reads what is published.
create policy "everybody reads published" on public.services for select to anon, authenticated
  using (is_published);
-- Staff of every role read drafts too: the dashboard lists them.
create policy "staff read drafts" on public.services for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.services for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.services for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content; leads keep the service's name.
create policy "editors delete" on public.services for delete to authenticated
  using ((select public.can_edit_content()));
