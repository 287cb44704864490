-- Pictures of services. Visitors see a service's hero picture through the service itself, so these rows are for staff.
create table public.media (
  id uuid primary key default gen_random_uuid(),
  service_id uuid references public.services (id) on delete cascade,
  kind text not null default 'image',
  url text not null,
  alt text not null default '',
  created_at timestamptz not null default now(),
  is_sample boolean not null default false,
  constraint media_kind_length check (btrim(kind) <> '' and char_length(kind) <= 50),
  constraint media_url_safe check (private.is_safe_url(url)),
  constraint media_alt_length check (char_length(alt) <= 1000)
);

create index media_service on public.media (service_id);
create index media_newest on public.media (created_at desc, id desc);
create index media_picture on public.media (private.picture_folder(url));

select private.add_edited_table('media', 1);

-- Staff of every role read media: the media screen lists them.
select private.add_policies('media', 'staff', 'select');

create trigger keep_images after insert or update of url, alt on public.media
  for each row execute function private.keep_images('url', 'alt');

-- Deletes a row of media or app_media. If no other row has the picture, it is also removed from the content that shows
-- it, and from the library unless something else does; a sample that loses its picture counts as edited. Returns the URL; null if there is no such row or the caller may
-- not delete it.
create function public.delete_media(media_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  gone text;
  type private.content_types;
begin
  if not public.can_edit_content() then
    return null;
  end if;
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
  for type in select * from private.content_types loop
    execute format(
      'update public.%1$I set %2$I = null, %3$I = null, is_sample = false where %2$I = $1',
      type.table_name, type.picture_column, type.picture_alt_column
    ) using gone;
  end loop;
  delete from public.images
  where images.id = private.picture_folder(gone)::uuid and not private.is_picture_used(images.id::text);
  return gone;
end;
$$;
grant execute on function public.delete_media(uuid) to authenticated, service_role;
