-- Files of pictures that nothing has named for a day. Written as it was, it looked its helper up by name in a schema
-- that callers may not enter, and was refused to everybody; parsed here and now it is the caller's to ask.
create or replace function public.loose_pictures() returns setof text
  language sql stable
begin atomic
  select objects.name
  from storage.objects
  where objects.bucket_id = 'pictures'
    and objects.created_at < now() - interval '1 day'
    and not private.is_picture_used(objects.name)
  limit 100;
end;
