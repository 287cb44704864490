-- Blog posts.
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
comment on column public.posts.body is 'markdown; HTML in it is shown as text';
comment on column public.posts.published_at is 'while it is in the future, only staff see the row';

-- Posts without a date come last.
create index posts_published on public.posts (published_at desc nulls last, id desc) where is_published;
create index posts_newest on public.posts (published_at desc nulls last, id desc);

alter table public.posts enable row level security, force row level security;
grant select on public.posts to anon;
grant delete, select, insert (body, cover_alt, cover_url, excerpt, id, is_published, locale, published_at, slug,
  title), update (body, cover_alt, cover_url, excerpt, is_published, locale, published_at, slug, title) on
  public.posts to authenticated;

-- Everyone reads what is published.
create policy "everybody reads published" on public.posts for select to anon, authenticated
  using (is_published and (published_at is null or published_at <= now()));
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

create trigger drop_sample_parts before update on public.posts
  for each row when (old.title is distinct from new.title and current_user = 'authenticated')
  execute function private.drop_sample_parts();
create trigger keep_deleted before delete on public.posts
  for each row execute function private.keep_deleted();
create trigger keep_edited_sample before update on public.posts
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger limit_body before insert or update of body on public.posts
  for each row execute function private.limit_size('body', 'The text', '100000');
create trigger limit_cover_alt before insert or update of cover_alt on public.posts
  for each row execute function private.limit_size('cover_alt', 'The description of the picture', '1000');
create trigger limit_locale before insert or update of locale on public.posts
  for each row execute function private.limit_size('locale', 'The language', '35');
create trigger posts_updated_at before update on public.posts
  for each row execute function private.set_updated_at();
create trigger drop_versions after delete on public.posts
  for each row execute function private.drop_versions();
create trigger keep_version after insert or update on public.posts
  for each row execute function private.keep_version();
create trigger notify_changed after insert or update or delete on public.posts
  for each row execute function private.notify_table_changed();
create trigger record_former_slug after insert or update of slug, is_published, published_at or delete on public.posts
  for each row execute function private.record_former_slug();
create trigger audit_changed after update on public.posts referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.posts referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.posts referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');
create trigger notify_truncated after truncate on public.posts
  for each statement execute function private.notify_table_changed();
