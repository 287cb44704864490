-- Apps that the agency built. Their screenshots: app-media.sql.
create table public.apps (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  short_pitch text not null default '',
  description text not null default '',
  logo_url text,
  logo_alt text,
  category text,
  platforms text[] not null default '{}',
  feature_chips text[] not null default '{}',
  demo_url text,
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_sample boolean not null default false,
  -- Format of the description: plain or markdown; HTML in it is shown as text.
  text_format text not null default 'plain',
  published_at timestamptz,
  constraint apps_slug_unique unique (slug),
  constraint apps_slug_format check (private.is_slug(slug)),
  constraint apps_name_length check (btrim(name) <> '' and char_length(name) <= 200),
  constraint apps_short_pitch_length check (char_length(short_pitch) <= 500),
  constraint apps_description_length check (char_length(description) <= 20000),
  constraint apps_logo_url_safe check (private.is_safe_url(logo_url)),
  constraint apps_demo_url_safe check (private.is_safe_url(demo_url)),
  constraint apps_platforms_whole check (array_position(platforms, null) is null),
  constraint apps_feature_chips_whole check (array_position(feature_chips, null) is null),
  constraint apps_text_format_known check (text_format in ('plain', 'markdown'))
);

select private.add_content_type('apps', 'name', 'description', 'logo_url', 'created_at desc', 'app_media', 'app_id',
  searched => '{short_pitch,category}');
select private.limit_column('apps', 'category', 'The category', 100);
select private.limit_column('apps', 'feature_chips', 'The features', 80, 40);
select private.limit_column('apps', 'platforms', 'The platforms', 80, 40);
