-- Where a person's data is. Each concept registers its sources in its data.sql, with a function that finds and one that
-- erases, so that find-person.sql and erase-person.sql depend on no table of another concept.
-- supabase/tests/personal-data.test.ts fails for a table with rows of persons that is in no source.
create table private.person_sources (
  -- Its key in the result of find_person().
  name text primary key,
  -- The position in the order of the sources. Those that need the IDs of leads come after the leads.
  place smallint not null,
  -- The tables whose rows it finds or erases; a trigger may do so when the lead is erased.
  tables text[] not null,
  -- A function of the contacts and the IDs found so far that returns private.found_in_source.
  find text,
  -- A function of the contacts, the IDs that are known or erased so far, and the time after which rows stay, that
  -- returns private.erased_in_source.
  erase text
);

-- `rows` is an array, `counts` are totals by name.
create type private.found_in_source as (rows jsonb, ids uuid[], counts jsonb);

-- `remains` is what has to be erased by hand, by name.
create type private.erased_in_source as (counts jsonb, ids uuid[], remains jsonb);

create function private.register_person_source(name text, place integer, tables text[], find text, erase text) returns void
  language sql volatile set search_path = ''
as $$
  insert into private.person_sources (name, place, tables, find, erase) values (name, place, tables, find, erase)
  on conflict on constraint person_sources_pkey do update set
    place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
  where person_sources <> excluded;
$$;
