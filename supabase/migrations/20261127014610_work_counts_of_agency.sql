-- 1 × drop function, 4 × create function, 1 × revoke all, 1 × grant execute

set check_function_bodies = off;

DROP FUNCTION "public"."work_counts"();
-- The author is the caller. The same note within two minutes is a retry and is skipped. Accounts that cannot handle
-- leads are removed from the mentions.
create or replace function private.receive_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.note) > 50000 or cardinality(new.mentions) > 20 then
    perform private.raise_check_violation('lead_notes', 'lead_notes_note_length');
  end if;
  new.note := private.clean_text(new.note);
  new.author_id := coalesce(auth.uid(), new.author_id);
  new.mentions := array(
    select distinct account from unnest(new.mentions) as account where private.may_handle_leads(account)
  );
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person''s data was erased.' using errcode = 'P0001', hint = 'Refresh the list.';
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
-- An erased lead gets no message and no Stripe customer.
create or replace function private.refuse_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'lead_messages' then
    if not exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
      return new;
    end if;
  elsif new.stripe_customer_id is null then
    return new;
  end if;
  raise exception 'This person''s data was erased.' using errcode = 'P0001', hint = 'Refresh the list.';
end;
$$;
create or replace function private.set_follow_up() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.business_day(now());
begin
  if new.due_on < today or new.due_on > today + 1100 then
    raise exception 'Choose today or a later day.' using errcode = '23514', detail = 'day_out_of_range';
  end if;
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person''s data was erased.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  new.due_at := private.business_morning(new.due_on);
  new.set_by := coalesce(auth.uid(), new.set_by);
  return new;
end;
$$;
-- For the sidebar, each exact up to 1,000; 1,001 means "more".
create or replace function public.work_counts() returns table (
  waiting integer, mine integer, unassigned integer, due integer, late integer, mentions integer, mails integer,
  late_mails integer, requests integer, reports integer
)
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    (select count(*) from (select from public.leads_needing_reply limit 1001) as found),
    (select count(*) from (select from public.leads_needing_reply where assignee_id = auth.uid() limit 1001) as found),
    (select count(*) from (select from public.leads_needing_reply where assignee_id is null limit 1001) as found),
    (select count(*) from (select from public.lead_follow_ups where due_at <= now() limit 1001) as found),
    (select count(*) from (select from public.leads_needing_reply where target_at <= now() limit 1001) as found),
    (select count(distinct mention.lead_id) from (
      select lead_id from public.lead_mentions where user_id = auth.uid() limit 1001
    ) as mention),
    (select count(*) from (select from public.received_mails where state = 'triage' limit 1001) as found),
    (select count(*) from (
      select from public.received_mails where state = 'triage' and target_at <= now() limit 1001
    ) as found),
    (select count(*) from (
      select from public.privacy_requests
      where public.is_owner() and done_on is null and due_on <= private.business_day(now()) + 7 limit 1001
    ) as found),
    (select count(*) from (select from public.accessibility_feedback where responded_at is null limit 1001) as found)
  where (select public.can_handle_leads());
$$;
REVOKE ALL ON FUNCTION "public"."work_counts"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."work_counts"() TO "authenticated", "service_role";
