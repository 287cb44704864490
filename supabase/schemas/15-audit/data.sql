select private.register_personal_data('private.read_counts', 'none', 'relation');
select private.register_personal_data('private.read_counts', 'expires', 'network');
select private.register_personal_data('public.audit_log', 'account', 'account_name account_email network record_name');
select private.register_personal_data('public.audit_log', 'none', 'area action kind record_id details');

select private.register_person_source('auditLog', 80, '{public.audit_log}', null, 'private.erase_audit_log_of_person');
