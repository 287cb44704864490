-- Pictures that staff upload. What a browser sends is stored in `incoming`, which no other account sees; the site's
-- server makes pictures from it and stores them in `pictures`, which everyone may read.

-- Editors and owners upload into a folder of their own, under a random name.
create policy "editors send" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'incoming'
    and (select public.can_edit_content())
    and name ~ ('^' || (select auth.uid()) || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
  );
-- Editors and owners see only what they sent themselves.
create policy "editors see their own" on storage.objects for select to authenticated
  using (
    bucket_id = 'incoming'
    and (select public.can_edit_content())
    and split_part(name, '/', 1) = (select auth.uid())::text
  );
-- Editors and owners remove only what they sent themselves.
create policy "editors remove their own" on storage.objects for delete to authenticated
  using (
    bucket_id = 'incoming'
    and (select public.can_edit_content())
    and split_part(name, '/', 1) = (select auth.uid())::text
  );
-- Only the site's server makes pictures, working for an editor or owner.
create policy "server makes pictures" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'pictures'
    and (select public.can_edit_content())
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/([0-9]{3,4}|[0-9]{1,4}x[0-9]{1,4})[.]webp$'
    and private.is_made_by_server(name)
  );
-- Editors and owners list pictures, because they may remove some.
create policy "editors list pictures" on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (select public.can_edit_content()));
-- Editors and owners remove pictures that neither the library has nor content or a version shows.
create policy "editors remove unused pictures" on storage.objects for delete to authenticated
  using (
    bucket_id = 'pictures' and (select public.can_edit_content()) and not private.is_picture_kept(name)
  );

-- Whether the site's server signed that it made this picture: `x-picture-folder: folder.hex(hmac)`. A policy cannot
-- otherwise distinguish the server from the user that it works for. The key: 10-access/server-keys.sql.
create function private.is_made_by_server(object_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  header constant text :=
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-picture-folder';
  folder constant text := split_part(header, '.', 1);
begin
  return coalesce(
    split_part(object_name, '/', 1) = folder
    and split_part(header, '.', 2) in (select private.server_signatures('picture ' || folder)),
    false
  );
exception
  when others then
    return false;
end;
$$;
grant execute on function private.is_made_by_server(text) to authenticated;

-- Whether content, its drafts, the trash, the settings or what was typed and not saved show the picture.
-- is_picture_in_version checks all versions.
create function private.is_picture_used(object_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  folder constant text := split_part(object_name, '/', 1);
  part constant text := '/pictures/' || folder || '/';
  type private.content_types;
  is_used boolean;
begin
  for type in select * from private.content_types loop
    execute format(
      'select exists (select from public.%I where strpos(%I, $1) > 0 or strpos(%I, $1) > 0)',
      type.table_name, type.picture_column, type.text_column
    ) into is_used using part;
    if is_used then
      return true;
    end if;
  end loop;
  return exists (select from public.media where strpos(media.url, part) > 0)
    or exists (select from public.app_media where strpos(app_media.url, part) > 0)
    or exists (select from public.partners where strpos(partners.logo_url, part) > 0)
    or exists (
      select from public.content_heads as head
      join public.content_versions as kept
        on kept.kind = head.kind and kept.record_id = head.record_id and kept.version in (head.draft, head.scheduled)
      where kept.pictures @> array[folder]
    )
    or exists (select from public.deleted_content where deleted_content.pictures @> array[folder])
    or exists (
      select from public.content_autosaves
      where content_autosaves.pictures <> '{}' and content_autosaves.pictures @> array[folder]
    )
    or exists (
      select from public.agency_settings
      where private.picture_folders(agency_settings.facts || agency_settings.texts) @> array[folder]
    );
end;
$$;
grant execute on function private.is_picture_used(text) to authenticated;

-- Whether a picture must stay: in the library, or shown by content, the trash, the settings, what was typed and not saved, or a version.
create function private.is_picture_kept(object_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.images where images.id::text = split_part(object_name, '/', 1))
    or private.is_picture_in_version(object_name)
    or private.is_picture_used(object_name);
$$;
grant execute on function private.is_picture_kept(text) to authenticated;

-- Files for the site's server to delete: uploads that were not processed within an hour (a closed tab, a stopped
-- server), and pictures older than a day that nothing shows and the library does not have.
create function public.orphaned_files() returns table (bucket text, path text)
  language sql stable security definer set search_path = '' rows 100
as $$
  -- Without those of the library first: the two functions below read many tables for each file.
  with unlisted as materialized (
    select objects.name
    from storage.objects
    where objects.bucket_id = 'pictures'
      and objects.created_at < now() - interval '1 day'
      and not exists (select from public.images where images.id::text = split_part(objects.name, '/', 1))
  )
  (
    select objects.bucket_id, objects.name
    from storage.objects
    where objects.bucket_id = 'incoming' and objects.created_at < now() - interval '1 hour'
    limit 100
  )
  union all
  (
    select 'pictures', unlisted.name
    from unlisted
    where not private.is_picture_in_version(unlisted.name) and not private.is_picture_used(unlisted.name)
    limit 100
  );
$$;
grant execute on function public.orphaned_files() to service_role;
