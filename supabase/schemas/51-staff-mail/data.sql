select private.register_personal_data('private.staff_mail', 'words', 'problem');
select private.register_personal_data('private.staff_notifications', 'none', 'kind');

insert into private.mail_results (kind, settle) values ('digest', 'private.settle_digest')
on conflict (kind) do update set settle = excluded.settle where mail_results.settle <> excluded.settle;
