-- Articles.
create table public.posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  excerpt text not null default '',
  cover_url text,
  cover_alt text,
  body text,
  is_published boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  locale text not null default 'en-CA',
  is_sample boolean not null default false,
  constraint posts_slug_unique unique (slug),
  constraint posts_slug_format check (private.is_slug(slug)),
  constraint posts_title_length check (btrim(title) <> '' and char_length(title) <= 200),
  constraint posts_excerpt_length check (char_length(excerpt) <= 1000),
  constraint posts_body_length check (char_length(body) <= 200000),
  constraint posts_cover_url_safe check (private.is_safe_url(cover_url))
);
comment on column public.posts.body is 'markdown; raw markup is shown as text, never rendered';

-- A published post without a date is last.
create index posts_published on public.posts (published_at desc nulls last, id desc) where is_published;
create index posts_newest on public.posts (published_at desc nulls last, id desc);

create trigger posts_updated_at before update on public.posts
  for each row execute function private.set_updated_at();
create trigger limit_body before insert or update of body on public.posts
  for each row execute function private.limit_size('body', 'The text', '100000');
create trigger limit_cover_alt before insert or update of cover_alt on public.posts
  for each row execute function private.limit_size('cover_alt', 'The description of the picture', '1000');
create trigger limit_locale before insert or update of locale on public.posts
  for each row execute function private.limit_size('locale', 'The language', '35');
create trigger notify_changed after insert or update or delete on public.posts
  for each row execute function private.notify_table_changed();
create trigger notify_truncated after truncate on public.posts
  for each statement execute function private.notify_table_changed();

alter table public.posts enable row level security;
alter table public.posts force row level security;

grant select on public.posts to anon, authenticated;
grant
  insert (id, slug, title, excerpt, cover_url, cover_alt, body, is_published, published_at, locale),
  update (slug, title, excerpt, cover_url, cover_alt, body, is_published, published_at, locale),
  delete
  on public.posts to authenticated;
grant select, insert, update, delete on public.posts to service_role;

-- Everyone reads what is published.
create policy "everybody reads published" on public.posts for select to anon, authenticated
  using (is_published);
-- Staff of every role read drafts too: the dashboard lists them.
create policy "staff read drafts" on public.posts for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.posts for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.posts for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content.
create policy "editors delete" on public.posts for delete to authenticated
  using ((select public.can_edit_content()));
