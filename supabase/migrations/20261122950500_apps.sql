-- Apps that the agency built, and their screenshots.
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
  constraint apps_slug_unique unique (slug),
  constraint apps_slug_format check (private.is_slug(slug)),
  constraint apps_name_length check (btrim(name) <> '' and char_length(name) <= 200),
  constraint apps_short_pitch_length check (char_length(short_pitch) <= 500),
  constraint apps_description_length check (char_length(description) <= 20000),
  constraint apps_logo_url_safe check (private.is_safe_url(logo_url)),
  constraint apps_demo_url_safe check (private.is_safe_url(demo_url)),
  constraint apps_platforms_whole check (array_position(platforms, null) is null),
  constraint apps_feature_chips_whole check (array_position(feature_chips, null) is null)
);

create index apps_published on public.apps (created_at desc, id desc) where is_published;
create index apps_newest on public.apps (created_at desc, id desc);

create trigger apps_updated_at before update on public.apps
  for each row execute function private.set_updated_at();
create trigger limit_feature_chips before insert or update of feature_chips on public.apps
  for each row execute function private.limit_size('feature_chips', 'The features', '80', '40');
create trigger limit_platforms before insert or update of platforms on public.apps
  for each row execute function private.limit_size('platforms', 'The platforms', '80', '40');
create trigger limit_category before insert or update of category on public.apps
  for each row execute function private.limit_size('category', 'The category', '100');
create trigger limit_logo_alt before insert or update of logo_alt on public.apps
  for each row execute function private.limit_size('logo_alt', 'The description of the logo', '1000');
create trigger limit_locale before insert or update of locale on public.apps
  for each row execute function private.limit_size('locale', 'The language', '35');
create trigger notify_changed after insert or update or delete on public.apps
  for each row execute function private.notify_table_changed();
create trigger notify_truncated after truncate on public.apps
  for each statement execute function private.notify_table_changed();

create table public.app_media (
  id uuid primary key default gen_random_uuid(),
  app_id uuid not null references public.apps (id) on delete cascade,
  kind text not null default 'screenshot',
  url text not null,
  alt text not null default '',
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  is_sample boolean not null default false,
  constraint app_media_kind_length check (btrim(kind) <> '' and char_length(kind) <= 50),
  constraint app_media_url_safe check (private.is_safe_url(url)),
  constraint app_media_alt_length check (char_length(alt) <= 1000)
);

create index app_media_in_order on public.app_media (app_id, sort_order, id);
create index app_media_newest on public.app_media (created_at desc, id desc);

create trigger notify_changed after insert or update or delete on public.app_media
  for each row execute function private.notify_table_changed();
create trigger notify_truncated after truncate on public.app_media
  for each statement execute function private.notify_table_changed();

alter table public.apps enable row level security;
alter table public.apps force row level security;
alter table public.app_media enable row level security;
alter table public.app_media force row level security;

grant select on public.apps, public.app_media to anon, authenticated;
grant
  insert (
    id, name, slug, short_pitch, description, logo_url, logo_alt, category, platforms, feature_chips, demo_url,
    is_published, locale
  ),
  update (
    name, slug, short_pitch, description, logo_url, logo_alt, category, platforms, feature_chips, demo_url,
    is_published, locale
  ),
  delete
  on public.apps to authenticated;
grant insert (id, app_id, kind, url, alt, sort_order), update (app_id, kind, url, alt, sort_order), delete
  on public.app_media to authenticated;
grant select, insert, update, delete on public.apps, public.app_media to service_role;

-- Everyone reads what is published.
create policy "everybody reads published" on public.apps for select to anon, authenticated
  using (is_published);
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

-- Everyone reads the pictures of a published app, never those of a draft.
create policy "everybody reads of published apps" on public.app_media for select to anon, authenticated
  using (exists (select from public.apps where apps.id = app_media.app_id and apps.is_published));
-- Staff of every role read all pictures: the media screen lists them.
create policy "staff read all" on public.app_media for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.app_media for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.app_media for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content.
create policy "editors delete" on public.app_media for delete to authenticated
  using ((select public.can_edit_content()));

-- The order of an app's media, written at once. Fails when the caller arranged another list than the stored one, so that
-- two users never overwrite each other's order. Runs as the caller: policies decide.
create function public.order_app_media(app_id uuid, ids uuid[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform from public.app_media where app_media.app_id = order_app_media.app_id for update;
  if (
    select coalesce(array_agg(app_media.id order by app_media.id), '{}')
    from public.app_media
    where app_media.app_id = order_app_media.app_id
  ) is distinct from (
    select coalesce(array_agg(id order by id), '{}') from unnest(ids) as listed (id)
  ) then
    raise exception 'The list has changed. Refresh and try again.' using errcode = 'serialization_failure';
  end if;
  update public.app_media
  set sort_order = array_position(ids, app_media.id)
  where app_media.app_id = order_app_media.app_id;
end;
$$;

revoke execute on function public.order_app_media(uuid, uuid[]) from public, anon, authenticated;
grant execute on function public.order_app_media(uuid, uuid[]) to authenticated;
