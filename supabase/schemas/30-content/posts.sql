-- Blog posts.
create table public.posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  excerpt text not null default '',
  cover_url text,
  cover_alt text,
  -- Markdown; HTML in it is shown as text.
  body text,
  is_published boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_sample boolean not null default false,
  constraint posts_slug_unique unique (slug),
  constraint posts_slug_format check (private.is_slug(slug)),
  constraint posts_title_length check (btrim(title) <> '' and char_length(title) <= 200),
  constraint posts_excerpt_length check (char_length(excerpt) <= 1000),
  constraint posts_body_length check (char_length(body) <= 200000),
  constraint posts_cover_url_safe check (private.is_safe_url(cover_url))
);

select private.add_content_type('posts', path => '/resources', searched => '{excerpt}');
select private.limit_column('posts', 'body', 'The text', 100000);
