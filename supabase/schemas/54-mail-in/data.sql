-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('private.mail_parts', 'row', 'bytes'),
    ('private.mailbox_positions', 'none', 'mailbox'),
    ('public.received_files', 'words', 'name'),
    ('public.received_files', 'none', 'media_type refused'),
    ('public.received_mails', 'words', 'from_address from_name subject body mail_id'),
    ('public.received_mails', 'none', 'state reason way content_key sender_check')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
