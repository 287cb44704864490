select private.register_personal_data('public.accessibility_feedback', 'words', 'message page name reply_to response');

select private.register_person_source('reports', 30, '{public.accessibility_feedback}',
  'private.reports_of_person', 'private.erase_reports_of_person');

select private.register_mail_kind('acknowledgement', 'report_id', 'visitor', 'private.settle_acknowledgement');
