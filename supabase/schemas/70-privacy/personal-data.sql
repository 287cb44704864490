-- Every column that can contain text, and how an erasure treats it. The data.sql of each concept registers its columns;
-- supabase/tests/personal-data.test.ts fails for one that is missing. `reach` is:
--   none       it cannot name a person: a kind, a state, a key, a hash that cannot be computed
--   row        deleted or emptied with its row, if that belongs to the person (private.erase_contacts)
--   words      like `row`; in other rows, addresses and phone numbers of the person are replaced
--   published  content that staff wrote: listed after an erasure, to be edited by hand
--   account    deleted with the account; that of a team member is listed
--   expires    not readable here, and deleted when it expires
create table private.personal_data (
  table_name text not null,
  column_name text not null,
  reach text not null check (reach in ('none', 'row', 'words', 'published', 'account', 'expires')),
  primary key (table_name, column_name)
);

-- For data.sql. `columns` is a list of names that are separated by spaces.
create function private.register_personal_data(of_table text, reach text, columns text) returns void
  language sql volatile set search_path = ''
as $$
  insert into private.personal_data (table_name, column_name, reach)
  select of_table, listed.name, register_personal_data.reach from regexp_split_to_table(columns, '\s+') as listed (name)
  on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
$$;
