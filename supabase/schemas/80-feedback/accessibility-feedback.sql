-- Accessibility feedback from /accessibility (Accessible Canada Act), anonymous if the visitor wishes. Staff respond to
-- it; only figures are published.
create table public.accessibility_feedback (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  message text not null,
  -- Where the barrier is, in the visitor's words.
  page text,
  name text,
  -- Email address or phone number, as written; null: anonymous.
  reply_to text,
  -- What staff responded or changed.
  response text,
  -- Time of the first response; set by the database.
  responded_at timestamptz,
  responded_by uuid references auth.users (id) on delete set null,
  -- When the acknowledgement was sent; null: no address, or not yet.
  acknowledged_at timestamptz,
  constraint accessibility_feedback_message_length check (char_length(message) <= 4000),
  constraint accessibility_feedback_page_length check (char_length(page) <= 300),
  constraint accessibility_feedback_name_length check (char_length(name) <= 100),
  constraint accessibility_feedback_reply_to_length check (char_length(reply_to) <= 255),
  constraint accessibility_feedback_response_length check (char_length(response) <= 4000),
  constraint accessibility_feedback_responded check ((response is null) = (responded_at is null))
);

create index accessibility_feedback_newest on public.accessibility_feedback (created_at desc, id desc);
create index accessibility_feedback_open on public.accessibility_feedback (created_at, id) where responded_at is null;

grant insert (message, name, page, reply_to) on public.accessibility_feedback to anon;
grant delete, select, insert (message, name, page, reply_to), update (response) on public.accessibility_feedback to
  authenticated;

-- Everyone may report a barrier.
create policy "everybody inserts" on public.accessibility_feedback for insert to anon, authenticated with check (true);
-- Agents and owners, as for leads: reports may contain names and addresses.
select private.add_policies('accessibility_feedback', 'agents', 'select');
-- Agents and owners respond to reports.
create policy "agents answer" on public.accessibility_feedback for update to authenticated
  using ((select public.can_handle_leads()));
-- Only owners delete reports (spam, or at a visitor's request), because that changes the published figures.
select private.add_policies('accessibility_feedback', 'owners', 'delete');

create trigger clean_texts before insert or update on public.accessibility_feedback
  for each row when (current_user in ('anon', 'authenticated', 'service_role'))
  execute function private.clean_texts('message', 'page:line', 'name:line', 'reply_to:line', 'response');
create trigger receive_feedback before insert on public.accessibility_feedback
  for each row when (current_user in ('anon', 'authenticated')) execute function private.receive_feedback();
create trigger receive_feedback_response before update of response on public.accessibility_feedback
  for each row when (current_user in ('authenticated', 'service_role'))
  execute function private.receive_feedback_response();
create trigger audit_answered after update of response on public.accessibility_feedback
  for each row when (old.response is distinct from new.response) execute function private.audit_feedback();
create trigger audit_deleted after delete on public.accessibility_feedback
  for each row execute function private.audit_feedback();
create trigger notify_changed after insert or update or delete on public.accessibility_feedback
  for each row execute function private.notify_table_changed();
create trigger queue_report_mails after insert on public.accessibility_feedback
  for each row when (current_user in ('anon', 'authenticated')) execute function private.queue_report_mails();

-- The same report within a day is stored once. More than 60 reports in ten minutes or 1,000 in a day, from all
-- visitors, are rejected.
create function private.receive_feedback() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Serialized, so that the same report is recognized if it arrives twice at once.
  perform pg_advisory_xact_lock(hashtextextended('accessibility_feedback', 0));
  if exists (
    select from public.accessibility_feedback as earlier
    where earlier.created_at > now() - interval '1 day'
      and earlier.message = new.message
      and earlier.page is not distinct from new.page
      and earlier.name is not distinct from new.name
      and earlier.reply_to is not distinct from new.reply_to
  ) then
    return null;
  end if;
  if (
    select count(*) >= 60 or exists (
      select from public.accessibility_feedback as earlier
      where earlier.created_at > now() - interval '1 day'
      order by earlier.created_at desc
      offset 999 limit 1
    )
    from public.accessibility_feedback as recent
    where recent.created_at > now() - interval '10 minutes'
  ) then
    raise exception 'Too many messages in a short time.'
      using errcode = 'PT429', hint = 'Wait ten minutes, then try again.';
  end if;
  return new;
end;
$$;

-- Keeps the time of the first response, and stores the author of the newest one.
create function private.receive_feedback_response() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.response is null then
    raise exception 'Enter an answer.' using errcode = 'P0001', hint = 'Say what you told them or changed.';
  end if;
  new.responded_at := coalesce(old.responded_at, now());
  new.responded_by := auth.uid();
  return new;
end;
$$;

-- For /accessibility: the last 12 months. `median_days` is the median time to the first response; null if there is
-- none.
create function public.accessibility_feedback_figures()
  returns table (received integer, answered integer, median_days integer)
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    count(*)::integer,
    count(feedback.responded_at)::integer,
    ceil(
      percentile_cont(0.5) within group (
        order by extract(epoch from feedback.responded_at - feedback.created_at) / 86400
      ) filter (where feedback.responded_at is not null)
    )::integer
  from public.accessibility_feedback as feedback
  where feedback.created_at > now() - interval '12 months';
$$;
grant execute on function public.accessibility_feedback_figures() to anon, authenticated, service_role;

-- Deletes reports five years after their response. The server calls it every hour.
create function public.delete_expired_feedback() returns void
  language sql security definer set search_path = ''
as $$
  delete from public.accessibility_feedback where accessibility_feedback.responded_at < now() - interval '5 years';
$$;
grant execute on function public.delete_expired_feedback() to service_role;

-- Acknowledges the report, at most once a day to an address, because anyone can enter it. If a mail cannot be queued,
-- the report is still stored.
create function private.queue_report_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify_staff('report');
  if private.is_mail_address(new.reply_to) and not exists (
    select from public.accessibility_feedback as earlier
    where earlier.id <> new.id
      and earlier.created_at > now() - interval '1 day'
      and lower(earlier.reply_to) = lower(new.reply_to)
  ) then
    insert into private.outbox (kind, report_id) values ('acknowledgement', new.id);
  end if;
  return null;
exception
  when others then
    raise warning 'no mail could be queued for a report of a barrier: %', sqlstate;
    return null;
end;
$$;

create function private.settle_acknowledgement(mail private.outbox, outcome text, problem text, transport_id text)
  returns void
  language sql volatile set search_path = ''
as $$
  update public.accessibility_feedback set acknowledged_at = now()
  where accessibility_feedback.id = mail.report_id and settle_acknowledgement.outcome in ('sent', 'recorded');
$$;

-- The reports of a person (70-privacy/person-sources.sql).
create function private.reports_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row(
    coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(report)) order by report.created_at desc), '[]'),
    coalesce(array_agg(report.id), '{}'), jsonb_build_object('reports', count(*))
  )::private.found_in_source
  from public.accessibility_feedback as report
  where private.is_contact(report.reply_to, wanted);
$$;

-- Reports stay for the published figures, without texts. Queued mail about them is deleted.
create function private.erase_reports_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
declare
  report_ids constant uuid[] := array(
    select report.id from public.accessibility_feedback as report
    where private.is_contact(report.reply_to, wanted) and report.created_at <= until
  );
begin
  update public.accessibility_feedback as report
  set message = '[erased]', page = null, name = null, reply_to = null,
    response = case when report.response is not null then '[erased]' end
  where report.id = any (report_ids);
  delete from private.outbox where outbox.report_id = any (report_ids);
  return row(jsonb_build_object('reports', cardinality(report_ids)), null, null)::private.erased_in_source;
end;
$$;
