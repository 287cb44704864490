-- How many rows a function returns, as the planner should assume. Without a number it assumes 1,000 and multiplies them
-- where functions are joined: a form was planned at a cost of 35 million, and a server that compiles plans from 100,000 on
-- (JIT) took nine times as long for it. tests/plan-costs.test.ts reads the costs.

alter function private.agency_fields() rows 40;
alter function private.booking_of(text) rows 1;
alter function private.business_settings() rows 1;
alter function private.colleague_ids() rows 10;
alter function private.conversation_messages(uuid, uuid, integer) rows 50;
alter function private.conversation_of(text) rows 1;
alter function private.describe_account(uuid) rows 1;
alter function private.expired_leads(integer, integer) rows 100;
alter function private.find_mentions(private.contacts, text, uuid[]) rows 20;
alter function private.free_slots(timestamptz, timestamptz, uuid) rows 200;
alter function private.known_contacts() rows 200;
alter function private.lead_notice_recipients() rows 10;
alter function private.leads_of_contact(text, text, integer, timestamptz, uuid) rows 10;
alter function private.leads_of_mail_ids(text[]) rows 2;
alter function private.list_leads(text, text, text, boolean, uuid, boolean, text, timestamptz, uuid, integer) rows 50;
alter function private.offered_slots(uuid) rows 200;
alter function private.server_signatures(text) rows 2;
alter function private.statutory_holidays(text, integer, integer[]) rows 12;
alter function private.valid_recovery_codes(uuid) rows 10;
alter function public.accessibility_feedback_figures() rows 1;
alter function public.audit_accounts() rows 20;
alter function public.change_leads(uuid[], text, uuid, boolean) rows 50;
alter function public.claim_mail(integer, integer) rows 10;
alter function public.clear_samples() rows 1;
alter function public.consultation(text) rows 1;
alter function public.contact_opt_outs(uuid[]) rows 50;
alter function public.erased_contacts(text[]) rows 10;
alter function public.failed_notices() rows 10;
alter function public.find_account(text) rows 1;
alter function public.find_redirect(text) rows 1;
alter function public.free_slots_for(uuid) rows 200;
alter function public.holidays_of(text, integer) rows 12;
alter function public.known_requests(text, text) rows 5;
alter function public.lead_colleagues() rows 10;
alter function public.lead_work(uuid[]) rows 50;
alter function public.leads_by_day() rows 30;
alter function public.leads_by_service() rows 10;
alter function public.leads_by_source() rows 10;
alter function public.my_sessions() rows 5;
alter function public.orphaned_files() rows 100;
alter function public.outbox_state() rows 1;
alter function public.person_leads(uuid, timestamptz, uuid, integer) rows 20;
alter function public.preview_app_media(text) rows 10;
alter function public.preview_apps(text) rows 1;
alter function public.preview_case_studies(text) rows 1;
alter function public.preview_posts(text) rows 1;
alter function public.preview_services(text) rows 1;
alter function public.related_leads(uuid[]) rows 50;
alter function public.remove_samples() rows 1;
alter function public.restore_leads(jsonb, text, uuid, boolean) rows 50;
alter function public.retention_log() rows 20;
alter function public.save_agency(jsonb, jsonb) rows 1;
alter function public.search_leads(text, text, timestamptz, uuid, integer, boolean, uuid, boolean, text) rows 50;
alter function public.sorted_leads(text, text, text, boolean, uuid, boolean, timestamptz, uuid, integer, text) rows 50;
alter function public.team() rows 10;
alter function public.team_rules() rows 1;
alter function public.waiting_accounts(timestamptz, uuid, integer) rows 20;
alter function public.work_counts() rows 1;

-- As before (20261124010000). The holidays are one array, which is read once and not for each day, and the planner knows
-- how many years there are: 800 days reach into five, with the year before.
create or replace function private.business_hours_between(first date, last date)
  returns table (day date, opens timestamptz, closes timestamptz)
  language sql stable security definer set search_path = '' rows 40
as $$
  with settings as materialized (select * from private.business_settings()),
  names as (select array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as name),
  holidays as materialized (
    select array(
      select observed.day
      from settings
      -- the year before: its Boxing Day may be observed in January
      cross join unnest(array[-1, 0, 1, 2, 3]) as step
      cross join lateral private.statutory_holidays(
        settings.holidays,
        extract(year from first)::integer + step,
        array(select isodow from names, generate_series(6, 7) as isodow where not settings.hours ? names.name[isodow])
      ) as observed
      where extract(year from first)::integer + step <= extract(year from least(last, first + 800))::integer
    ) as days
  )
  select
    days.day,
    (days.day + (settings.hours -> days.name ->> 0)::time) at time zone settings.zone,
    (days.day + (settings.hours -> days.name ->> 1)::time) at time zone settings.zone
  from settings
  cross join holidays
  cross join (
    select first + step as day, names.name[extract(isodow from first + step)::integer] as name
    from names, generate_series(0, least(last - first, 800)) as step
  ) as days
  where settings.hours ? days.name
    and days.day <> all (settings.closed_dates)
    and (days.day = any (settings.open_dates) or days.day <> all (holidays.days))
  order by days.day;
$$;

-- As before (20261124040000), with a number of half hours that the planner knows: a day of a clock change has 50.
create or replace function private.free_slots(first timestamptz, last timestamptz, besides uuid default null)
  returns table (starts_at timestamptz)
  language sql stable security definer set search_path = '' rows 200
as $$
  select slot
  from (
    select private.consultation_length() as length, make_interval(mins => buffer_minutes) as buffer
    from public.booking_settings
  ) as call
  cross join lateral private.business_hours_between(private.business_day(first), private.business_day(last)) as hours
  cross join generate_series(0, 49) as step
  cross join lateral (select hours.opens + step * interval '30 minutes' as slot) as half_hour
  where slot <= hours.closes - call.length
    and slot between first and last
    and not exists (
      select from public.bookings as booking
      where booking.state <> 'cancelled' and booking.id is distinct from besides
        and tstzrange(booking.starts_at, booking.held_until) && tstzrange(slot, slot + call.length + call.buffer)
    )
    and not exists (
      select from public.booking_blocks as block
      where tstzrange(block.starts_at, block.ends_at) && tstzrange(slot, slot + call.length)
    )
  order by slot;
$$;
