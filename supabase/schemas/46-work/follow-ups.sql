-- Follow-ups: a day on which a lead is due again, for all colleagues. Until then the lead stays in its lists.
create table public.lead_follow_ups (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  due_on date not null,
  -- When the agency opens on that day, or on the next open one.
  due_at timestamptz not null default now(),
  set_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- `created_at` of the lead, for the order of lists.
  lead_at timestamptz not null default now()
);

create index lead_follow_ups_due on public.lead_follow_ups (due_at, lead_id);
create index lead_follow_ups_set_by on public.lead_follow_ups (set_by);
create index lead_follow_ups_lead on public.lead_follow_ups using hash (lead_id);
create index lead_follow_ups_newest on public.lead_follow_ups (lead_at desc, lead_id desc) include (due_at);

grant delete, select, insert (due_on, lead_id), update (due_on, lead_id) on public.lead_follow_ups to authenticated;

-- Agents and owners see when a lead is due.
-- Agents and owners set the day.
-- Agents and owners change the day, also one that a colleague set.
-- Agents and owners clear it.
select private.add_policies('lead_follow_ups', 'agents', 'select insert update delete');

create trigger fill_lead_at before insert or update of lead_id on public.lead_follow_ups
  for each row execute function private.fill_lead_at();
create trigger set_follow_up before insert or update of due_on on public.lead_follow_ups
  for each row execute function private.set_follow_up();

create function private.set_follow_up() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.business_day(now());
begin
  if new.due_on < today or new.due_on > today + 1100 then
    raise exception 'Choose today or a later date.' using errcode = '23514', detail = 'day_out_of_range';
  end if;
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person''s data was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  new.due_at := private.business_morning(new.due_on);
  new.set_by := coalesce(auth.uid(), new.set_by);
  return new;
end;
$$;

-- A message from staff on the due day or later completes the follow-up.
create function private.end_due_follow_ups() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.lead_follow_ups as due
  where due.due_at <= now()
    and due.lead_id in (select added.lead_id from added where added.sender_type = 'admin');
  return null;
end;
$$;
