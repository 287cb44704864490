select private.register_personal_data('backend.orphaned_blobs', 'none', 'version account');
select private.register_personal_data('backend.stored_bytes', 'none', 'account');
select private.register_personal_data('public.images', 'published', 'name alt');
select private.register_personal_data('public.images', 'none', 'file');
select private.register_personal_data('public.media', 'published', 'url alt');
select private.register_personal_data('public.media', 'none', 'kind');
select private.register_personal_data('public.partners', 'published', 'name logo_url');
select private.register_personal_data('public.partners', 'none', 'logo_ground');
select private.register_personal_data('storage.buckets', 'none', 'id name allowed_mime_types owner_id');
select private.register_personal_data('storage.objects', 'published', 'name path_tokens user_metadata');
select private.register_personal_data('storage.objects', 'none', 'bucket_id metadata version owner_id');

-- SVG is accepted for logos. It is never shown, but converted to pixels (process-logo.server.ts).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('incoming', 'incoming', false, 20971520, '{image/jpeg,image/png,image/webp,image/gif,image/avif,image/svg+xml}'),
  ('pictures', 'pictures', true, 8388608, '{image/webp}')
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types
where (buckets.public, buckets.file_size_limit, buckets.allowed_mime_types)
  is distinct from (excluded.public, excluded.file_size_limit, excluded.allowed_mime_types);
