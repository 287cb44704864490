select private.register_personal_data('private.erasures', 'none', 'key address_hashes phone_hashes');
select private.register_personal_data('private.person_sources', 'none', 'name tables find erase');
select private.register_personal_data('private.personal_data', 'none', 'table_name column_name reach');
select private.register_personal_data('public.privacy_incidents', 'words', 'what whose risk told');
select private.register_personal_data('public.privacy_requests', 'words', 'contact note response');
select private.register_personal_data('public.privacy_requests', 'none', 'kind');

insert into private.person_sources (name, place, tables, find, erase) values
  ('requests', 40, '{public.privacy_requests}', 'private.requests_of_person', 'private.erase_requests_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;
