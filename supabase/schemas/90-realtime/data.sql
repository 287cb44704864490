select private.register_personal_data('realtime.messages', 'words', 'payload');
select private.register_personal_data('realtime.messages', 'none', 'topic extension event');
select private.register_personal_data('realtime.statement_images', 'expires', 'old_rows new_rows');
select private.register_personal_data('realtime.statement_images', 'none', 'transaction');
