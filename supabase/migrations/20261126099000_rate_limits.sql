-- 1 × rows

set check_function_bodies = off;

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
