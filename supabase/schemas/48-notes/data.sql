select private.register_personal_data('public.canned_replies', 'words', 'name body');
select private.register_personal_data('public.lead_notes', 'words', 'note');
