select private.register_personal_data('public.leads_needing_reply', 'none', 'status');

insert into private.reads_begin default values on conflict do nothing;
