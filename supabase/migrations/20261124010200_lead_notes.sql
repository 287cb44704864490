-- What colleagues tell each other about a lead. A table of its own: a note is no message, so nothing that mails, shows or
-- counts messages can reach one. Colleagues whom it names are told by mail and in the inbox until they have read it.
create table public.lead_notes (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  note text not null,
  author_id uuid default auth.uid() references auth.users (id) on delete set null,
  mentions uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  constraint lead_notes_note_length check (char_length(note) <= 10000),
  constraint lead_notes_mentions_most check (cardinality(mentions) <= 20)
);
comment on column public.lead_notes.mentions is 'accounts that it names and that handled leads then';
create index lead_notes_thread on public.lead_notes (lead_id, created_at, id);
create index lead_notes_author on public.lead_notes (author_id);

-- Mentions that nobody has read yet.
create table public.lead_mentions (
  note_id uuid not null references public.lead_notes (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (note_id, user_id)
);
create index lead_mentions_user on public.lead_mentions (user_id, lead_id);
create index lead_mentions_lead on public.lead_mentions (lead_id);

insert into private.personal_data (table_name, column_name, reach) values ('public.lead_notes', 'note', 'words');

-- The author is the caller. A retry within two minutes is one note; who cannot handle leads is not mentioned.
create function private.receive_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.note) > 50000 or cardinality(new.mentions) > 20 then
    perform private.reject_oversized('lead_notes', 'lead_notes_note_length');
  end if;
  new.note := private.clean_text(new.note);
  new.author_id := coalesce(auth.uid(), new.author_id);
  new.mentions := array(
    select distinct account from unnest(new.mentions) as account where private.may_handle_leads(account)
  );
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person’s data was erased.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_notes:' || new.lead_id::text, 0));
  if exists (
    select from public.lead_notes as earlier
    where earlier.lead_id = new.lead_id
      and earlier.created_at > now() - interval '2 minutes'
      and earlier.author_id = new.author_id
      and earlier.note = new.note
  ) then
    return null;
  end if;
  return new;
end;
$$;
create trigger receive_note before insert on public.lead_notes
  for each row execute function private.receive_note();

-- The mail names neither the lead nor the note: both stay behind the sign-in.
create function private.tell_mentioned() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author constant text := (select nullif(profiles.full_name, '') from public.profiles where profiles.id = new.author_id);
begin
  insert into public.lead_mentions (note_id, user_id, lead_id)
  select new.id, account, new.lead_id
  from unnest(new.mentions) as account
  where account is distinct from new.author_id;
  perform private.queue_mail(
    'mention', account, new.lead_id, jsonb_strip_nulls(jsonb_build_object('author', author)),
    format('mention:%s:%s', new.id, account)
  )
  from unnest(new.mentions) as account
  where account is distinct from new.author_id;
  return null;
end;
$$;
create trigger tell_mentioned after insert on public.lead_notes
  for each row when (new.mentions <> '{}') execute function private.tell_mentioned();

-- What colleagues did about a lead goes with its data. Argument: the table.
create function private.drop_rows_of_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  execute format('delete from public.%I where lead_id = $1', tg_argv[0]) using new.id;
  return null;
end;
$$;
create trigger drop_notes_of_erased_lead after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.drop_rows_of_erased_lead('lead_notes');

-- As before, with the notes on a person's leads.
create or replace function public.find_person(contacts text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted private.contacts;
  lead_ids uuid[];
  waiting_ids uuid[];
  report_ids uuid[];
  request_ids uuid[];
  own uuid[];
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  lead_ids := private.lead_ids_of(wanted);
  waiting_ids := private.quarantined_ids_of(wanted);
  report_ids := array(
    select report.id from public.accessibility_feedback as report where private.is_contact(report.reply_to, wanted)
  );
  request_ids := array(
    select request.id from public.privacy_requests as request where private.is_contact(request.contact, wanted)
  );
  own := lead_ids || waiting_ids || report_ids || request_ids;
  return jsonb_build_object(
    'emails', to_jsonb(wanted.emails),
    'phones', to_jsonb(wanted.phones),
    'counts', jsonb_build_object(
      'leads', cardinality(lead_ids),
      'messages', (select count(*) from public.lead_messages where lead_id = any (lead_ids)),
      'quarantined', cardinality(waiting_ids),
      'reports', cardinality(report_ids),
      'requests', cardinality(request_ids),
      'queued', (
        select count(*) from private.outbox
        join public.lead_messages as reply on reply.id = outbox.message_id
        where reply.lead_id = any (lead_ids)
      )
    ),
    'leads', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(lead)) || jsonb_build_object('messages', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', message.created_at, 'from', message.sender_type, 'message', message.message,
          'delivery_state', message.delivery_state
        ) order by message.created_at, message.id), '[]')
        from (
          select * from public.lead_messages where lead_id = lead.id order by created_at, id limit 500
        ) as message
      ), 'notes', (
        select coalesce(jsonb_agg(jsonb_build_object('created_at', note.created_at, 'note', note.note)
          order by note.created_at, note.id), '[]')
        from (
          select * from public.lead_notes where lead_id = lead.id order by created_at, id limit 500
        ) as note
      )) order by lead.created_at desc), '[]')
      from (
        select * from public.leads where leads.id = any (lead_ids) order by leads.created_at desc limit 500
      ) as lead
    ),
    'quarantined', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(lead)) order by lead.created_at desc), '[]')
      from (
        select * from public.quarantined_leads as waiting
        where waiting.id = any (waiting_ids) order by waiting.created_at desc limit 500
      ) as lead
    ),
    'reports', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(report)) order by report.created_at desc), '[]')
      from public.accessibility_feedback as report where report.id = any (report_ids)
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(request)) order by request.received_on desc), '[]')
      from public.privacy_requests as request where request.id = any (request_ids)
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'email', users.email, 'name', profiles.full_name, 'role', staff.role, 'created_at', users.created_at,
        'last_sign_in_at', users.last_sign_in_at
      ))), '[]')
      from auth.users
      left join public.profiles on profiles.id = users.id
      left join public.staff on staff.user_id = users.id
      where lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones)
    ),
    'doNotContact', (
      select coalesce(jsonb_agg(jsonb_build_object('email', email, 'since', opt_out.since, 'byLink', opt_out.by_link)), '[]')
      from unnest(wanted.emails) as email
      join private.do_not_contact as opt_out on opt_out.address_hash = private.hash_mail_address(email)
    ),
    'alsoKnown', array(
      select distinct lower(known.email) from public.leads as known
      where known.id = any (lead_ids) and known.email is not null and lower(known.email) <> all (wanted.emails)
      union
      select distinct on (private.phone_digits(known.phone)) known.phone from public.leads as known
      where known.id = any (lead_ids) and known.phone is not null
        and private.phone_digits(known.phone) <> all (wanted.phones)
      limit 20
    ),
    'mentions', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'words', own) as mention
    ),
    'published', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'published', own) as mention
    )
  );
end;
$$;

revoke execute on function
  private.receive_note(), private.tell_mentioned(), private.drop_rows_of_erased_lead()
  from public;

alter table public.lead_notes enable row level security;
alter table public.lead_notes force row level security;
alter table public.lead_mentions enable row level security;
alter table public.lead_mentions force row level security;
grant select, insert (lead_id, note, mentions) on public.lead_notes to authenticated;
grant select, insert, update, delete on public.lead_notes to service_role;
grant select, delete on public.lead_mentions to authenticated;
grant select, insert, update, delete on public.lead_mentions to service_role;

-- Agents and owners read notes.
create policy "agents read" on public.lead_notes for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners write notes, as themselves.
create policy "agents insert" on public.lead_notes for insert to authenticated
  with check ((select public.can_handle_leads()));
-- Agents and owners read who mentions them.
create policy "own mentions" on public.lead_mentions for select to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));
-- Agents and owners have read what mentions them.
create policy "own mentions read" on public.lead_mentions for delete to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));

alter publication supabase_realtime add table public.lead_notes;
