select private.register_personal_data('private.quarantined_messages', 'words', 'message');

-- Before the leads, whose erasure would delete their quarantined messages without counting them.
insert into private.person_sources (name, place, tables, find, erase) values
  ('quarantined', 5, '{public.quarantined_leads}', 'private.quarantined_leads_of_person',
    'private.erase_quarantined_leads_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;
