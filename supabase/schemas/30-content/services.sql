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
comment on column public.services.pricing_json is
  'list of {name, price, unit?, addon?}; price in Canadian dollars, 0: paid by results; addon: not counted for the starting price';
comment on column public.services.text_format is
  'format of the description: plain or markdown; HTML in it is shown as text';
-- Policies compare it with now(), so no job has to publish anything.
comment on column public.services.published_at is 'while it is in the future, only staff see the row';

create index services_published on public.services (created_at desc, id desc) where is_published;
create index services_newest on public.services (created_at desc, id desc);
create index services_category on public.services (category_id);
create index services_scheduled on public.services (published_at) where is_published and published_at is not null;

alter table public.services enable row level security, force row level security;
grant select on public.services to anon;
grant delete, select, insert (category_id, description, feature_chips, hero_image_alt, hero_image_url, id,
  is_published, locale, name, pricing_json, published_at, short_pitch, slug, text_format), update (category_id,
  description, feature_chips, hero_image_alt, hero_image_url, is_published, locale, name, pricing_json, published_at,
  short_pitch, slug, text_format) on public.services to authenticated;

-- Everyone reads what is published.
create policy "everybody reads published" on public.services for select to anon, authenticated
  using (is_published and (published_at is null or published_at <= now()));
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

create trigger drop_sample_parts before update on public.services
  for each row when (old.name is distinct from new.name and current_user = 'authenticated')
  execute function private.drop_sample_parts('media', 'service_id');
create trigger keep_deleted before delete on public.services
  for each row execute function private.keep_deleted('media', 'service_id');
create trigger keep_edited_sample before update on public.services
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger limit_feature_chips before insert or update of feature_chips on public.services
  for each row execute function private.limit_size('feature_chips', 'The features', '80', '40');
create trigger limit_hero_image_alt before insert or update of hero_image_alt on public.services
  for each row execute function private.limit_size('hero_image_alt', 'The description of the picture', '1000');
create trigger limit_locale before insert or update of locale on public.services
  for each row execute function private.limit_size('locale', 'The language', '35');
create trigger limit_pricing_json before insert or update of pricing_json on public.services
  for each row execute function private.limit_size('pricing_json', 'The prices', '1000', '40');
create trigger services_updated_at before update on public.services
  for each row execute function private.set_updated_at();
create trigger drop_versions after delete on public.services
  for each row execute function private.drop_versions();
create trigger keep_version after insert or update on public.services
  for each row execute function private.keep_version();
create trigger notify_changed after insert or update or delete on public.services
  for each row execute function private.notify_table_changed();
create trigger record_former_slug after insert or update of slug, is_published, published_at or delete on public.services
  for each row execute function private.record_former_slug();
create trigger audit_changed after update on public.services referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.services referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.services referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');
create trigger notify_truncated after truncate on public.services
  for each statement execute function private.notify_table_changed();
