-- What a killed server, a cut connection or somebody who has left leaves in storage: files that were sent an hour ago
-- and that nobody took, whoever sent them, and pictures that nothing has named for a day. For the site's server, which
-- removes them; so no originals of a photograph stay behind with an account that never comes back.
drop function public.loose_pictures();

create function public.loose_files() returns table (bucket text, path text)
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

revoke execute on function public.loose_files() from public, anon, authenticated;
grant execute on function public.loose_files() to service_role;
