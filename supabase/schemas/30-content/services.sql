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
  -- List of {name, price, unit?, addon?}; price in Canadian dollars, 0: paid by results; addon: not counted for the
  -- starting price.
  pricing_json jsonb not null default '[]',
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  category_id uuid references public.categories (id) on delete set null,
  is_sample boolean not null default false,
  -- Format of the description: plain or markdown; HTML in it is shown as text.
  text_format text not null default 'plain',
  published_at timestamptz,
  constraint services_slug_unique unique (slug),
  constraint services_slug_format check (private.is_slug(slug)),
  constraint services_name_length check (btrim(name) <> '' and char_length(name) <= 200),
  constraint services_short_pitch_length check (char_length(short_pitch) <= 500),
  constraint services_description_length check (char_length(description) <= 20000),
  constraint services_hero_image_url_safe check (private.is_safe_url(hero_image_url)),
  constraint services_feature_chips_whole check (array_position(feature_chips, null) is null),
  constraint services_pricing_json_array check (jsonb_typeof(pricing_json) = 'array'),
  constraint services_text_format_known check (text_format in ('plain', 'markdown'))
);

create index services_category on public.services (category_id);
select private.add_content_type('services', 'name', 'description', 'hero_image_url', 'created_at desc', 'media', 'service_id',
  searched => '{short_pitch}');
select private.limit_column('services', 'feature_chips', 'The features', 80, 40);
select private.limit_column('services', 'pricing_json', 'The prices', 1000, 40);
