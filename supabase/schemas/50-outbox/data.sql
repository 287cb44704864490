select private.register_personal_data('private.failed_notices', 'words', 'problem');
select private.register_personal_data('private.outbox', 'words', 'backup_problem details');
select private.register_personal_data('private.outbox', 'none', 'kind unique_key');

insert into private.last_lead_notice default values on conflict do nothing;
