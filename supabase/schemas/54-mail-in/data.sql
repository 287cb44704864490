select private.register_personal_data('private.mail_parts', 'row', 'bytes');
select private.register_personal_data('private.mailbox_positions', 'none', 'mailbox');
select private.register_personal_data('public.received_files', 'words', 'name');
select private.register_personal_data('public.received_files', 'none', 'media_type refused');
select private.register_personal_data('public.received_mails', 'words', 'from_address from_name subject body mail_id');
select private.register_personal_data('public.received_mails', 'none', 'state reason way content_key sender_check');

select private.register_person_source('mails', 50, '{public.received_mails,private.mail_parts}',
  'private.mails_of_person', 'private.erase_mails_of_person');
