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
  locale text not null default 'en-CA',
  is_sample boolean not null default false,
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
comment on column public.apps.text_format is
  'format of the description: plain or markdown; HTML in it is shown as text';
comment on column public.apps.published_at is 'while it is in the future, only staff see the row';

create index apps_published on public.apps (created_at desc, id desc) where is_published;
create index apps_newest on public.apps (created_at desc, id desc);
create index apps_scheduled on public.apps (published_at) where is_published and published_at is not null;

alter table public.apps enable row level security, force row level security;
grant select on public.apps to anon;
grant delete, select, insert (category, demo_url, description, feature_chips, id, is_published, locale, logo_alt,
  logo_url, name, platforms, published_at, short_pitch, slug, text_format), update (category, demo_url, description,
  feature_chips, is_published, locale, logo_alt, logo_url, name, platforms, published_at, short_pitch, slug,
  text_format) on public.apps to authenticated;

-- Everyone reads what is published.
create policy "everybody reads published" on public.apps for select to anon, authenticated
  using (is_published and (published_at is null or published_at <= now()));
-- Staff of every role read drafts too: the dashboard lists them.
create policy "staff read drafts" on public.apps for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.apps for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.apps for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content.
create policy "editors delete" on public.apps for delete to authenticated
  using ((select public.can_edit_content()));

create trigger apps_updated_at before update on public.apps
  for each row execute function private.set_updated_at();
create trigger drop_sample_parts before update on public.apps
  for each row when (old.name is distinct from new.name and current_user = 'authenticated')
  execute function private.drop_sample_parts('app_media', 'app_id');
create trigger keep_deleted before delete on public.apps
  for each row execute function private.keep_deleted('app_media', 'app_id');
create trigger keep_edited_sample before update on public.apps
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger limit_category before insert or update of category on public.apps
  for each row execute function private.limit_size('category', 'The category', '100');
create trigger limit_feature_chips before insert or update of feature_chips on public.apps
  for each row execute function private.limit_size('feature_chips', 'The features', '80', '40');
create trigger limit_locale before insert or update of locale on public.apps
  for each row execute function private.limit_size('locale', 'The language', '35');
create trigger limit_logo_alt before insert or update of logo_alt on public.apps
  for each row execute function private.limit_size('logo_alt', 'The description of the logo', '1000');
create trigger limit_platforms before insert or update of platforms on public.apps
  for each row execute function private.limit_size('platforms', 'The platforms', '80', '40');
create trigger drop_versions after delete on public.apps
  for each row execute function private.drop_versions();
create trigger keep_version after insert or update on public.apps
  for each row execute function private.keep_version();
create trigger notify_changed after insert or update or delete on public.apps
  for each row execute function private.notify_table_changed();
create trigger record_former_slug after insert or update of slug, is_published, published_at or delete on public.apps
  for each row execute function private.record_former_slug();
create trigger audit_changed after update on public.apps referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.apps referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.apps referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');
create trigger notify_truncated after truncate on public.apps
  for each statement execute function private.notify_table_changed();
