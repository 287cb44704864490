-- Notices of new leads to staff.

-- Leads that no notice was made for yet; written by private.follow_up_leads.
create table private.pending_lead_notices (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  added_by uuid references auth.users (id) on delete set null
);
-- added_by: the colleague who added the lead is not notified of it.

create index pending_lead_notices_added_by on private.pending_lead_notices (added_by) where added_by is not null;

create trigger notify_changed after insert on private.pending_lead_notices
  for each statement execute function private.notify_table_changed();

-- When staff were last notified: one notice in five minutes at most (G-36).
create table private.last_lead_notice (
  only_one boolean primary key default true check (only_one),
  at timestamptz not null default '-infinity'
);

-- Owners and agents with a confirmed address: those who may read what a notice is about.
create function private.lead_notice_recipients() returns setof uuid
  language sql stable security definer set search_path = '' rows 10
as $$
  select users.id
  from public.staff
  join auth.users on users.id = staff.user_id
  where staff.role in ('owner', 'agent')
    and nullif(users.email, '') is not null
    and users.is_anonymous is not true
    and users.deleted_at is null
    and users.confirmed_at is not null
    and (users.banned_until is null or users.banned_until <= now());
$$;

-- Makes one notice for each recipient of all leads that wait, unless the last one is younger than five minutes; a
-- colleague is not notified of leads that they added. A notice that still waits to be sent grows instead; with another
-- text it is another mail, so it is tried at once and for as long as any: with the attempts of the earlier one the new
-- leads would be given up with it, or wait out its hours.
create function private.create_lead_notices() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  adders uuid[];
begin
  delete from private.outbox
  where lead_count is not null and colleague_id not in (select private.lead_notice_recipients());
  if not exists (select from private.pending_lead_notices) or not exists (select private.lead_notice_recipients()) then
    return;
  end if;
  -- One server at a time; the second finds the time moved. A time far ahead is a clock that was set back.
  update private.last_lead_notice set at = now()
  where at <= now() - interval '5 minutes' or at > now() + interval '5 minutes';
  if not found then
    return;
  end if;
  with told as (delete from private.pending_lead_notices returning added_by)
  select coalesce(array_agg(told.added_by), '{}') into adders from told;
  with news as (
    select colleague, cardinality(adders) - cardinality(array_positions(adders, colleague)) as fresh
    from private.lead_notice_recipients() as colleague
  ),
  waiting as (
    select distinct on (outbox.colleague_id) outbox.id, news.fresh
    from private.outbox
    join news on news.colleague = outbox.colleague_id and news.fresh > 0
    where outbox.lead_count is not null and (outbox.lease is null or outbox.leased_until <= now())
    order by outbox.colleague_id, outbox.next_try_at
  ),
  grown as (
    update private.outbox
    set id = gen_random_uuid(), lease = null, leased_until = null, lead_count = outbox.lead_count + waiting.fresh,
      attempts = 0, next_try_at = now()
    from waiting
    where outbox.id = waiting.id
    returning outbox.colleague_id
  )
  insert into private.outbox (colleague_id, lead_count)
  select news.colleague, news.fresh
  from news
  where news.fresh > 0 and news.colleague not in (select grown.colleague_id from grown);
end;
$$;
