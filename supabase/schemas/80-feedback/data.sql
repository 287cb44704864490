select private.register_personal_data('public.accessibility_feedback', 'words', 'message page name reply_to response');

insert into private.person_sources (name, place, tables, find, erase) values
  ('reports', 30, '{public.accessibility_feedback}', 'private.reports_of_person', 'private.erase_reports_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

insert into private.mail_results (kind, settle) values ('acknowledgement', 'private.settle_acknowledgement')
on conflict (kind) do update set settle = excluded.settle where mail_results.settle <> excluded.settle;
