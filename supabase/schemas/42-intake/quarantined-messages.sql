-- Quarantined answers from conversation pages. Each has a row in quarantined_leads; this table adds its thread and the
-- full text, which may be longer than the message of a lead.
create table private.quarantined_messages (
  id uuid primary key references public.quarantined_leads (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  quarantined_at timestamptz not null default now(),
  message text not null,
  constraint quarantined_messages_message_length check (char_length(message) <= 5000)
);

create index quarantined_messages_lead on private.quarantined_messages (lead_id, quarantined_at);

-- Quarantines an answer that looks like spam, and returns true. If that fails, it returns false and the answer is
-- stored.
create function private.quarantine_message(token text, given text, known uuid, answer uuid, words text) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  suspect public.leads;
begin
  suspect.message := given;
  suspect := private.set_form_facts(
    suspect, private.read_form_facts('answer', private.hash_texts(array[token, given]))
  );
  if suspect.score < 5 or coalesce((select settings.local_mode from public.settings), false) then
    return false;
  end if;
  perform private.quarantine_lead(jsonb_populate_record(suspect, jsonb_build_object(
    'id', answer, 'created_at', now(), 'reply_count', 0, 'locale', 'en-CA', 'is_sample', false, 'status', 'new',
    'name', leads.name, 'email', leads.email, 'message', left(words, 2000),
    'score_reasons', '["an answer in a conversation"]'::jsonb || to_jsonb(suspect.score_reasons)
  )))
  from public.leads where leads.id = known;
  insert into private.quarantined_messages (id, lead_id, message) values (answer, known, words);
  return true;
exception
  when others then
    raise warning 'an answer could not be quarantined, and it is stored: %', sqlstate;
    return false;
end;
$$;
