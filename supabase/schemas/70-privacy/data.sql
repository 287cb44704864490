-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('private.erasures', 'none', 'key address_hashes phone_hashes'),
    ('private.personal_data', 'none', 'table_name column_name reach'),
    ('public.privacy_incidents', 'words', 'what whose risk told'),
    ('public.privacy_requests', 'words', 'contact note response'),
    ('public.privacy_requests', 'none', 'kind')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
