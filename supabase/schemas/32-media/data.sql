-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    -- Encrypted with a key that is not in the database; a day at most.
    ('backend.account_mails', 'expires', 'content'),
    ('backend.account_mails', 'none', 'kind'),
    ('backend.orphaned_blobs', 'none', 'version account'),
    ('backend.rate_limits', 'expires', 'key'),
    ('backend.stored_bytes', 'none', 'account'),
    ('public.media', 'published', 'url alt'),
    ('public.media', 'none', 'kind'),
    ('public.partners', 'published', 'name logo_url'),
    ('public.partners', 'none', 'logo_ground'),
    ('storage.buckets', 'none', 'id name allowed_mime_types owner_id'),
    ('storage.objects', 'published', 'name path_tokens user_metadata'),
    ('storage.objects', 'none', 'bucket_id metadata version owner_id')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;

-- A logo may be a drawing; what is sent is not shown, and it is stored as pixels (make-logo.server.ts).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('incoming', 'incoming', false, 20971520, '{image/jpeg,image/png,image/webp,image/gif,image/avif,image/svg+xml}'),
  ('pictures', 'pictures', true, 8388608, '{image/webp}')
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types
where (buckets.public, buckets.file_size_limit, buckets.allowed_mime_types)
  is distinct from (excluded.public, excluded.file_size_limit, excluded.allowed_mime_types);
