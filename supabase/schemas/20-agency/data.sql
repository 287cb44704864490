select private.register_personal_data('public.agency_settings', 'published', 'facts texts');
