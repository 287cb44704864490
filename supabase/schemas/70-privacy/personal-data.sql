-- Where a person's data can be, and how they are found. Each column that can hold text is named here with how an erasure
-- reaches it; the data.sql of its concept has its line (supabase/tests/personal-data.test.ts names what is missing):
--   none       it cannot name a person: a kind, a state, a key, a hash that cannot be computed
--   row        it goes with its row, when that belongs to the person (private.erase_contacts)
--   words      the same, and in rows of others addresses and phone numbers of the person are replaced
--   published  content that staff wrote: named after an erasure, to be edited by hand
--   account    of an account: goes with the account; that of a colleague is named
--   expires    not readable here, and deleted when it expires
create table private.personal_data (
  table_name text not null,
  column_name text not null,
  reach text not null check (reach in ('none', 'row', 'words', 'published', 'account', 'expires')),
  primary key (table_name, column_name)
);

-- For data.sql: these columns of a table, separated by spaces, have this reach.
create function private.register_personal_data(of_table text, reach text, columns text) returns void
  language sql volatile set search_path = ''
as $$
  insert into private.personal_data (table_name, column_name, reach)
  select of_table, listed.name, register_personal_data.reach from regexp_split_to_table(columns, '\s+') as listed (name)
  on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
$$;
