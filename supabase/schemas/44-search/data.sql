select private.register_personal_data('public.saved_views', 'words', 'name query');
