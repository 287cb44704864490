-- Pictures that staff upload. What a browser sends is stored in `incoming`, which no other account sees; the site's server
-- makes pictures from it and stores them in `pictures`, which everyone may read. Both work on hosted Supabase.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('incoming', 'incoming', false, 20971520, '{image/jpeg,image/png,image/webp,image/gif,image/avif}'),
  ('pictures', 'pictures', true, 8388608, '{image/webp}')
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Whether the site's server says that it made this picture: `x-picture-folder: folder.hex(hmac)`. A policy cannot tell the
-- server from the user it works for in any other way; see private.read_lead_facts for the key.
create function private.is_made_by_server(object_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  header constant text :=
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-picture-folder';
  folder constant text := split_part(header, '.', 1);
  key text;
begin
  select server_keys.value into key from public.server_keys where server_keys.name = 'lead_header';
  return coalesce(
    split_part(object_name, '/', 1) = folder
    and split_part(header, '.', 2) =
      encode(extensions.hmac(convert_to('picture ' || folder, 'UTF8'), convert_to(key, 'UTF8'), 'sha256'), 'hex'),
    false
  );
exception
  when others then
    return false;
end;
$$;

-- Whether any content names a picture of this folder, whoever calls.
create function private.is_picture_used(object_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  with folder as (select '/pictures/' || split_part(object_name, '/', 1) || '/' as part)
  select exists (select from public.media, folder where strpos(media.url, part) > 0)
    or exists (select from public.app_media, folder where strpos(app_media.url, part) > 0)
    or exists (select from public.services, folder where strpos(services.hero_image_url, part) > 0)
    or exists (select from public.apps, folder where strpos(apps.logo_url, part) > 0)
    or exists (
      select from public.posts, folder
      where strpos(posts.cover_url, part) > 0 or strpos(posts.body, part) > 0
    );
$$;

revoke execute on function private.is_made_by_server(text), private.is_picture_used(text) from public;
grant execute on function private.is_made_by_server(text), private.is_picture_used(text) to authenticated;

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
-- Editors and owners remove pictures that no content names any more.
create policy "editors remove unused pictures" on storage.objects for delete to authenticated
  using (
    bucket_id = 'pictures' and (select public.can_edit_content()) and not private.is_picture_used(name)
  );

-- What a killed server, a cut connection or a closed tab leaves in storage: files that were sent an hour ago and never
-- processed, by whatever account, and pictures that nothing has named for a day. The site's server removes them, so no
-- original of a photograph stays with an account that never comes back.
create function public.orphaned_files() returns table (bucket text, path text)
  language sql stable security definer set search_path = ''
as $$
  (
    select objects.bucket_id, objects.name
    from storage.objects
    where objects.bucket_id = 'incoming' and objects.created_at < now() - interval '1 hour'
    limit 100
  )
  union all
  (
    select objects.bucket_id, objects.name
    from storage.objects
    where objects.bucket_id = 'pictures'
      and objects.created_at < now() - interval '1 day'
      and not private.is_picture_used(objects.name)
    limit 100
  );
$$;

revoke execute on function public.orphaned_files() from public, anon, authenticated;
grant execute on function public.orphaned_files() to service_role;
