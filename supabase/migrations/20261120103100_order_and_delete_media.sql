-- The order of an app's media, written at once. Whoever arranged another list than the one that is stored is refused,
-- so that two people never shuffle each other's order in silence. As the caller: policies decide.
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
    raise exception 'the list has changed since it was read' using errcode = 'serialization_failure';
  end if;
  update public.app_media
  set sort_order = array_position(ids, app_media.id)
  where app_media.app_id = order_app_media.app_id;
end;
$$;

-- Deletes a row of media or app_media. A picture that no other row holds goes from the pages that show it as well.
-- Answers the address it had; null when there was no such row, or none that the caller may delete.
create function public.delete_media(media_id uuid) returns text
  language plpgsql set search_path = ''
as $$
declare
  gone text;
begin
  delete from public.media where media.id = media_id returning media.url into gone;
  if gone is null then
    delete from public.app_media where app_media.id = media_id returning app_media.url into gone;
  end if;
  if gone is null
    or exists (select from public.media where media.url = gone)
    or exists (select from public.app_media where app_media.url = gone)
  then
    return gone;
  end if;
  update public.services set hero_image_url = null, hero_image_alt = null where services.hero_image_url = gone;
  update public.apps set logo_url = null, logo_alt = null where apps.logo_url = gone;
  update public.posts set cover_url = null, cover_alt = null where posts.cover_url = gone;
  return gone;
end;
$$;

-- Files of pictures that nothing has named for a day: of an upload that was never saved, or a removal cut short.
create function public.loose_pictures() returns setof text
  language sql stable set search_path = ''
as $$
  select objects.name
  from storage.objects
  where objects.bucket_id = 'pictures'
    and objects.created_at < now() - interval '1 day'
    and not private.is_picture_used(objects.name)
  limit 100;
$$;

revoke execute on function
  public.order_app_media(uuid, uuid[]), public.delete_media(uuid), public.loose_pictures()
  from public, anon, authenticated;
grant execute on function
  public.order_app_media(uuid, uuid[]), public.delete_media(uuid), public.loose_pictures()
  to authenticated;
