select private.register_personal_data('private.staff_mail', 'words', 'problem');
select private.register_personal_data('private.staff_notifications', 'none', 'kind');

select private.register_mail_kind('digest', 'colleague_id', 'staff', 'private.settle_digest');
