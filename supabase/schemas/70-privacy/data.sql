select private.register_personal_data('private.erasures', 'none', 'key address_hashes phone_hashes');
select private.register_personal_data('private.person_sources', 'none', 'name tables find erase');
select private.register_personal_data('private.personal_data', 'none', 'table_name column_name reach');
select private.register_personal_data('public.privacy_incidents', 'words', 'what whose risk told');
select private.register_personal_data('public.privacy_requests', 'words', 'contact note response');
select private.register_personal_data('public.privacy_requests', 'none', 'kind');

select private.register_person_source('requests', 40, '{public.privacy_requests}',
  'private.requests_of_person', 'private.erase_requests_of_person');
