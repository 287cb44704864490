-- The register of people's requests about their data, for owners. Each is due within 30 days.
create table public.privacy_requests (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  kind text not null,
  -- Email address or phone number of the person.
  contact text not null,
  received_on date not null default current_date,
  due_on date not null generated always as (received_on + 30) stored,
  note text,
  done_on date,
  -- What was answered or done.
  response text,
  constraint privacy_requests_kind_known check (kind in ('access', 'correct', 'erase', 'withdraw', 'complaint')),
  constraint privacy_requests_contact_length check (char_length(contact) between 1 and 255),
  constraint privacy_requests_received_sane check (received_on between '2000-01-01' and '2200-01-01'),
  constraint privacy_requests_note_length check (char_length(note) <= 2000),
  constraint privacy_requests_response_length check (char_length(response) <= 4000),
  constraint privacy_requests_answered check ((done_on is null) = (response is null) and done_on >= received_on)
);

create index privacy_requests_newest on public.privacy_requests (received_on desc, id desc);
create index privacy_requests_due on public.privacy_requests (due_on) where done_on is null;
create index privacy_requests_author on public.privacy_requests (created_by) where created_by is not null;

grant delete, select, insert (contact, done_on, kind, note, received_on, response), update (contact, done_on, kind,
  note, received_on, response) on public.privacy_requests to authenticated;

-- Only owners handle requests. They may delete one, such as one that was entered twice.
create policy "owners" on public.privacy_requests for all to authenticated
  using ((select public.is_owner())) with check ((select public.is_owner()));

create trigger clean_texts before insert or update on public.privacy_requests
  for each row execute function private.clean_texts('contact:line', 'note', 'response');

create function private.requests_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row(
    coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(request)) order by request.received_on desc), '[]'),
    coalesce(array_agg(request.id), '{}'), jsonb_build_object('requests', count(*))
  )::private.found_in_source
  from public.privacy_requests as request
  where private.is_contact(request.contact, wanted);
$$;

-- Requests stay as proof that they were handled; an erasure empties their texts.
create function private.erase_requests_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
begin
  update public.privacy_requests as request
  set contact = '[erased]', note = null, response = case when request.response is not null then '[erased]' end
  where private.is_contact(request.contact, wanted) and request.created_at <= until;
  return null;
end;
$$;
