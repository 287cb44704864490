-- Finds and erases a person's received mail (70-privacy/person-sources.sql).

-- The newest 500 mails from the person or in threads of their leads, without texts that are messages of a thread.
create function private.mails_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language plpgsql stable set search_path = ''
as $$
declare
  mail_ids constant uuid[] := array(
    select mail.id from public.received_mails as mail where lower(mail.from_address) = any (wanted.emails)
    union
    select mail.id from public.received_mails as mail where mail.lead_id = any (known)
  );
begin
  return row(
    (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', mail.id, 'received_at', mail.received_at, 'from_address', mail.from_address,
        'from_name', nullif(mail.from_name, ''),
        'subject', mail.subject, 'in_a_conversation', mail.message_id is not null,
        'text', case when mail.message_id is null then mail.body end,
        'files', (
          select jsonb_agg(files.name order by files.part)
          from public.received_files as files where files.mail_id = mail.id
        )
      )) order by mail.received_at desc, mail.id), '[]')
      from (
        select * from public.received_mails where received_mails.id = any (mail_ids)
        order by received_mails.received_at desc, received_mails.id limit 500
      ) as mail
    ),
    mail_ids, jsonb_build_object('mails', cardinality(mail_ids))
  )::private.found_in_source;
end;
$$;

-- Deletes mail from the person that is in no thread. Mail in the thread of another lead stays; the person's addresses
-- and numbers in it are replaced (private.erase_mentions).
create function private.erase_mails_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
begin
  delete from public.received_mails as mail
  where lower(mail.from_address) = any (wanted.emails) and mail.received_at <= until and mail.message_id is null;
  return null;
end;
$$;
