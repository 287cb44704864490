select private.register_personal_data('private.mail_kinds', 'none', 'kind addressed_by recipient settle');
select private.register_personal_data('private.outbox', 'words', 'details');
select private.register_personal_data('private.outbox', 'none', 'kind unique_key addressed_by');

select private.register_mail_kind('reply', 'message_id', 'lead', 'private.settle_reply');
select private.register_mail_kind('backup-problem', 'colleague_id', 'staff');
