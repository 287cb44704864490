select private.register_mail_kind('received', 'lead_id', 'lead');
select private.register_mail_kind('conversation-link', 'lead_id', 'lead');
