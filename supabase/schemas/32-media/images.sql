-- The image library: every uploaded image, whose ID is its folder in the bucket `pictures`. Images stay until someone
-- deletes them. The places that show one have descriptions of their own; those that equal the image's follow it.
create table public.images (
  id uuid primary key,
  -- The largest file, which is named after its size.
  file text not null,
  -- The name of the file that was uploaded; '' if it is not known.
  name text not null default '',
  -- Null: not described yet; '': decorative.
  alt text,
  uploaded_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint images_file_format check (file ~ '^[0-9]{1,4}x[0-9]{1,4}[.]webp$'),
  constraint images_name_length check (char_length(name) <= 200),
  constraint images_alt_length check (char_length(alt) <= 1000)
);

create index images_newest on public.images (created_at desc, id desc);
create index images_undescribed on public.images (created_at desc, id desc) where alt is null;
create index images_uploaded_by on public.images (uploaded_by);
create index images_search on public.images
  using gin (private.image_search_text(name, alt) extensions.gin_trgm_ops);
create index agency_settings_pictures on public.agency_settings
  using gin (private.picture_folders(facts || texts));

grant select, delete, insert (alt, file, id, name), update (alt, name) on public.images to authenticated;

-- Staff of every role read images: the media screen lists them.
select private.add_policies('images', 'staff', 'select');
-- Only the site's server adds images, working for an editor or owner.
create policy "server adds images" on public.images for insert to authenticated
  with check ((select public.can_edit_content()) and private.is_made_by_server(id::text));
-- Editors and owners describe images.
select private.add_policies('images', 'editors', 'update');
-- Editors and owners delete images that nothing shows. The files of those that a version shows stay.
create policy "editors delete unused" on public.images for delete to authenticated
  using ((select public.can_edit_content()) and not private.is_picture_used(id::text));

select private.audit_table('images', 'content', 20);
create trigger follow_description after update of alt on public.images
  for each row when (old.alt <> '' and new.alt <> old.alt) execute function private.follow_image_description();

-- What a search for images looks through, besides the names of the places.
create function private.image_search_text(name text, alt text) returns text
  language sql immutable parallel safe
  return private.fold_text(name || e'\x1f' || coalesce(alt, ''));
grant execute on function private.image_search_text(text, text) to authenticated, service_role;

-- Adds to the library what a row shows and the library lacks, such as an image that was deleted and is shown again by a
-- restored version. The first description of an image is also the library's. Arguments: the columns of the URL and of
-- the description, if there are such columns.
create function private.keep_images() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  shown constant jsonb := to_jsonb(new);
  folders constant text[] := private.picture_folders(shown);
begin
  if folders = '{}' then
    return null;
  end if;
  insert into public.images (id, file, uploaded_by, created_at)
  select folder::uuid, split_part(objects.name, '/', 2), null, objects.created_at
  from unnest(folders) as folder
  join storage.objects
    on objects.bucket_id = 'pictures' and objects.name ~ ('^' || folder || '/[0-9]{1,4}x[0-9]{1,4}[.]webp$')
  where not exists (select from public.images where images.id = folder::uuid)
  on conflict do nothing;
  if tg_nargs > 0 and shown ->> tg_argv[1] <> '' then
    update public.images set alt = left(shown ->> tg_argv[1], 1000)
    where images.id = private.picture_folder(shown ->> tg_argv[0])::uuid and images.alt is null;
  end if;
  return null;
end;
$$;

-- Places that have the former description of an image get the new one. Descriptions within texts stay.
create function private.follow_image_description() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  place record;
begin
  for place in
    select table_name, picture_column as url, picture_alt_column as alt from private.content_types
    union all
    values ('media', 'url', 'alt'), ('app_media', 'url', 'alt')
  loop
    execute format(
      'update public.%1$I set %3$I = $3 where %3$I = $2 and private.picture_folder(%2$I) = $1',
      place.table_name, place.url, place.alt
    ) using new.id::text, old.alt, new.alt;
  end loop;
  return null;
end;
$$;

-- Where images are shown: kind, ID and name of each record, and whether it or its draft shows them now, in the trash, in
-- what was typed and not saved, or only in an earlier version. The kind is a type of content, partners, agency_settings,
-- or content_autosaves for what a colleague has typed.
create function private.image_uses(folders text[])
  returns table (folder text, kind text, record_id uuid, name text, state text)
  language sql stable security definer set search_path = '' rows 100
as $$
  with kept as (
    select shown.folder, versions.kind, versions.record_id, max(versions.version) as version
    from public.content_versions as versions
    cross join unnest(versions.pictures) as shown (folder)
    where versions.pictures <> '{}' and versions.pictures && folders and shown.folder = any (folders)
    group by shown.folder, versions.kind, versions.record_id
  ),
  found as (
    select kept.folder, kept.kind, kept.record_id, coalesce(last.record ->> 'name', last.record ->> 'title') as name,
      case
        when exists (
          select from public.content_versions as latest
          where latest.kind = kept.kind and latest.record_id = kept.record_id
            and latest.version = any (private.current_versions(kept.kind, kept.record_id))
            and latest.pictures @> array[kept.folder]
        ) then 'now'
        else 'version'
      end as state
    from kept
    join public.content_versions as last using (kind, record_id, version)
    where not private.is_in_trash(kept.kind, kept.record_id)
    union all
    select shown.folder, gone.kind, gone.record_id, gone.name, 'trash'
    from public.deleted_content as gone
    cross join unnest(gone.pictures) as shown (folder)
    where gone.pictures && folders and shown.folder = any (folders) and public.can_edit_content()
    union all
    select shown.folder,
      case when typed.account_id = auth.uid() then typed.kind else 'content_autosaves' end,
      case when typed.account_id = auth.uid() and typed.base_revision <> '' then typed.record_id end,
      case when typed.account_id = auth.uid() then typed.draft #>> '{values,name}' end,
      'unsaved'
    from public.content_autosaves as typed
    cross join unnest(typed.pictures) as shown (folder)
    where typed.pictures <> '{}' and typed.pictures && folders and shown.folder = any (folders)
    union all
    select private.picture_folder(media.url), 'services', media.service_id, services.name, 'now'
    from public.media left join public.services on services.id = media.service_id
    where private.picture_folder(media.url) = any (folders)
    union all
    select private.picture_folder(partners.logo_url), 'partners', partners.id, partners.name, 'now'
    from public.partners
    where private.picture_folder(partners.logo_url) = any (folders)
    union all
    select listed.folder, 'agency_settings', null, null,
      case
        when exists (
          select from public.agency_settings as newest
          where newest.id = private.newest_agency_settings()
            and private.picture_folders(newest.facts || newest.texts) @> array[listed.folder]
        ) then 'now'
        else 'version'
      end
    from unnest(folders) as listed (folder)
    where exists (
      select from public.agency_settings as saved
      where private.picture_folders(saved.facts || saved.texts) @> array[listed.folder]
    )
  )
  -- A service may show an image itself and among its media.
  select found.folder, found.kind, found.record_id, max(found.name), min(found.state)
  from found
  group by found.folder, found.kind, found.record_id;
$$;

-- The images of the records whose name matches, in any of their versions.
create function private.images_of_places(pattern text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  type private.content_types;
  found uuid[];
  places uuid[];
begin
  places := array(
    select private.picture_folder(media.url)::uuid
    from public.media join public.services on services.id = media.service_id
    where private.fold_text(services.name) like pattern and private.picture_folder(media.url) is not null
    union
    select private.picture_folder(partners.logo_url)::uuid
    from public.partners
    where private.fold_text(partners.name) like pattern and private.picture_folder(partners.logo_url) is not null
  );
  for type in select * from private.content_types loop
    execute format(
      'select array(
         select distinct folder::uuid
         from public.%1$I as record
         join public.content_versions as kept on kept.kind = %1$L and kept.record_id = record.id
         cross join unnest(kept.pictures) as folder
         where private.fold_text(record.%2$I) like $1
       )',
      type.table_name, type.title_column
    ) into found using pattern;
    places := places || found;
  end loop;
  return places;
end;
$$;

-- A page of images, newest first, with the places that show them; one row more than a page shows that there is another.
-- `term` is looked for in descriptions, file names and the names of places. `before` and `before_id` are those of the
-- last image of the former page.
create function public.list_images(
  term text default '', is_undescribed boolean default false, before timestamptz default null, before_id uuid default null
)
  returns table (
    id uuid, file text, name text, alt text, created_at timestamptz, uploaded_by_name text, uses jsonb
  )
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' rows 51
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  finds constant boolean := pattern <> '%%';
  places uuid[] := '{}';
begin
  if not public.is_staff() or pattern is null then
    return;
  end if;
  if finds then
    places := private.images_of_places(pattern);
  end if;
  return query
  with page as materialized (
    select images.*
    from public.images
    where (not finds or private.image_search_text(images.name, images.alt) like pattern or images.id = any (places))
      and (not is_undescribed or images.alt is null)
      and (before is null or (images.created_at, images.id) < (before, before_id))
    order by images.created_at desc, images.id desc
    limit 51
  ),
  used as materialized (
    select * from private.image_uses(array(select page.id::text from page))
  )
  select page.id, page.file, page.name, page.alt, page.created_at, profiles.full_name,
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('kind', used.kind, 'id', used.record_id, 'name', used.name, 'state', used.state)
          order by used.state, used.kind, used.name
        ),
        '[]'
      )
      from used
      where used.folder = page.id::text
    )
  from page
  left join public.profiles on profiles.id = page.uploaded_by
  order by page.created_at desc, page.id desc;
end;
$$;
grant execute on function public.list_images(text, boolean, timestamptz, uuid) to authenticated;
