select private.register_personal_data('public.accessibility_feedback', 'words', 'message page name reply_to response');

select private.register_person_source('reports', 30, '{public.accessibility_feedback}',
  'private.reports_of_person', 'private.erase_reports_of_person');

insert into private.mail_results (kind, settle) values ('acknowledgement', 'private.settle_acknowledgement')
on conflict (kind) do update set settle = excluded.settle where mail_results.settle <> excluded.settle;
