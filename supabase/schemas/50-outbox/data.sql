select private.register_personal_data('private.mail_results', 'none', 'kind settle');
select private.register_personal_data('private.outbox', 'words', 'details');
select private.register_personal_data('private.outbox', 'none', 'kind unique_key');

insert into private.mail_results (kind, settle) values ('reply', 'private.settle_reply')
on conflict (kind) do update set settle = excluded.settle where mail_results.settle <> excluded.settle;
