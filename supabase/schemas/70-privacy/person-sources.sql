-- Where a person's data are. Each concept registers its sources in its data.sql, with a function that finds and one that
-- erases, so that the functions of find-person.sql and erase-person.sql know no table of another concept.
-- supabase/tests/personal-data.test.ts names a table whose rows belong to a person and that no source has.
create table private.person_sources (
  -- As the result of find_person() names it.
  name text primary key,
  -- Leads come before what depends on their ids.
  place smallint not null,
  -- Whose rows it finds or erases; a trigger may do so when the lead is erased.
  tables text[] not null,
  -- Of (private.contacts, uuid[]): the contacts and the ids found so far. Returns private.found_in_source.
  find text,
  -- Of (private.contacts, uuid[], timestamptz): the contacts, ids that belong to the person for another reason or were
  -- erased so far, and the time after which rows stay. Returns private.erased_in_source.
  erase text
);

-- `rows` is an array, `counts` are totals by name.
create type private.found_in_source as (rows jsonb, ids uuid[], counts jsonb);

-- `remains` is what is beyond our reach, by name.
create type private.erased_in_source as (counts jsonb, ids uuid[], remains jsonb);
