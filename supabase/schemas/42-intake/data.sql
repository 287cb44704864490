select private.register_personal_data('private.quarantined_messages', 'words', 'message');

-- Before the leads, whose erasure would delete their quarantined messages without counting them.
select private.register_person_source('quarantined', 5, '{public.quarantined_leads}',
  'private.quarantined_leads_of_person', 'private.erase_quarantined_leads_of_person');
