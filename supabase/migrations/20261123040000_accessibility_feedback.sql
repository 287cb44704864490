-- What visitors report about barriers, on /accessibility (Accessible Canada Act): anonymous where they wish, answered by
-- staff, with the time of each answer. Published are numbers alone.
create table public.accessibility_feedback (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  message text not null,
  page text,
  name text,
  reply_to text,
  response text,
  responded_at timestamptz,
  responded_by uuid references auth.users (id) on delete set null,
  constraint accessibility_feedback_message_length check (char_length(message) <= 4000),
  constraint accessibility_feedback_page_length check (char_length(page) <= 300),
  constraint accessibility_feedback_name_length check (char_length(name) <= 100),
  constraint accessibility_feedback_reply_to_length check (char_length(reply_to) <= 255),
  constraint accessibility_feedback_response_length check (char_length(response) <= 4000),
  constraint accessibility_feedback_responded check ((response is null) = (responded_at is null))
);
comment on column public.accessibility_feedback.page is 'where the barrier is, in the visitor''s words';
comment on column public.accessibility_feedback.reply_to is 'email address or phone number, as written; null: anonymous';
comment on column public.accessibility_feedback.response is 'what staff answered or changed';
comment on column public.accessibility_feedback.responded_at is 'of the first answer; set by the database';

create index accessibility_feedback_newest on public.accessibility_feedback (created_at desc, id desc);
create index accessibility_feedback_open on public.accessibility_feedback (created_at, id) where responded_at is null;

alter table public.accessibility_feedback enable row level security;
alter table public.accessibility_feedback force row level security;

grant insert (message, page, name, reply_to) on public.accessibility_feedback to anon, authenticated;
grant select, delete, update (response) on public.accessibility_feedback to authenticated;
grant select, insert, update, delete on public.accessibility_feedback to service_role;

-- Everyone may report a barrier.
create policy "everybody inserts" on public.accessibility_feedback for insert to anon, authenticated with check (true);
-- Agents and owners, as for leads: it may hold a name and an address.
create policy "agents read" on public.accessibility_feedback for select to authenticated
  using ((select public.can_handle_leads()));
-- Who reads a report may answer it.
create policy "agents answer" on public.accessibility_feedback for update to authenticated
  using ((select public.can_handle_leads()));
-- Spam, or what a visitor asks to delete; a colleague should not improve the figures.
create policy "owners delete" on public.accessibility_feedback for delete to authenticated
  using ((select public.is_owner()));

-- Cleaned, and once: the same words from the same person within a day are one message. Past 60 in ten minutes, or 1,000
-- in a day, of all visitors together, the form says to call or write instead.
create function private.receive_feedback() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.message), octet_length(new.page), octet_length(new.name), octet_length(new.reply_to))
    > 20000 then
    perform private.reject_oversized('accessibility_feedback', 'accessibility_feedback_message_length');
  end if;
  new.message := private.clean_text(new.message);
  new.page := private.clean_text(new.page);
  new.name := private.clean_text(new.name);
  new.reply_to := private.clean_text(new.reply_to);
  -- One at a time, or two at once would both be new.
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

-- The time of the first answer stands; who wrote the newest one is named.
create function private.receive_feedback_response() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.response := private.clean_text(new.response);
  if new.response is null then
    raise exception 'An answer needs words.' using errcode = 'P0001', hint = 'Write what you answered or changed.';
  end if;
  new.responded_at := coalesce(old.responded_at, now());
  new.responded_by := auth.uid();
  return new;
end;
$$;

revoke execute on function private.receive_feedback(), private.receive_feedback_response() from public;

create trigger receive_feedback before insert on public.accessibility_feedback
  for each row when (current_user in ('anon', 'authenticated')) execute function private.receive_feedback();
create trigger receive_feedback_response before update of response on public.accessibility_feedback
  for each row execute function private.receive_feedback_response();
create trigger notify_changed after insert or update or delete on public.accessibility_feedback
  for each row execute function private.notify_table_changed();

-- What /accessibility publishes of the last 12 months. The median is of whole days from message to first answer; null
-- while none was answered.
create function public.accessibility_feedback_figures()
  returns table (received integer, answered integer, median_days integer)
  language sql stable security definer set search_path = ''
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

revoke execute on function public.accessibility_feedback_figures() from public;
grant execute on function public.accessibility_feedback_figures() to anon, authenticated, service_role;

-- Five years from the answer; a message without one stays. The server calls it each hour.
create function public.delete_expired_feedback() returns void
  language sql security definer set search_path = ''
as $$
  delete from public.accessibility_feedback where accessibility_feedback.responded_at < now() - interval '5 years';
$$;

revoke execute on function public.delete_expired_feedback() from public, anon, authenticated;
grant execute on function public.delete_expired_feedback() to service_role;
