-- As before, for editors and owners, and with the rights to ask what content names: private.is_picture_used is in
-- reach of policies, but not by its name.
create or replace function public.loose_pictures() returns setof text
  language sql stable security definer set search_path = ''
as $$
  select objects.name
  from storage.objects
  where (select public.can_edit_content())
    and objects.bucket_id = 'pictures'
    and objects.created_at < now() - interval '1 day'
    and not private.is_picture_used(objects.name)
  limit 100;
$$;
