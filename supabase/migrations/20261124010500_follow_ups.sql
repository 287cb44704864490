-- A day on which a lead comes back, for all colleagues. It hides nothing: the lead stays in every list that it is in.
create table public.lead_follow_ups (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  due_on date not null,
  due_at timestamptz not null,
  set_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on column public.lead_follow_ups.due_at is 'when the agency opens on that day, or next after it';
create index lead_follow_ups_due on public.lead_follow_ups (due_at, lead_id);
create index lead_follow_ups_set_by on public.lead_follow_ups (set_by);

-- When the agency opens on a day, or next after it.
create function private.business_morning(day date) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select coalesce(private.add_business_minutes(midnight.at, 0), midnight.at)
  from private.business_settings() as settings, lateral (select day::timestamp at time zone settings.zone as at) as midnight;
$$;

create function private.set_follow_up() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.business_day(now());
begin
  if new.due_on < today or new.due_on > today + 1100 then
    raise exception 'Choose a day from today on.' using errcode = '23514', detail = 'day_out_of_range';
  end if;
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person’s data was erased.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  new.due_at := private.business_morning(new.due_on);
  new.set_by := coalesce(auth.uid(), new.set_by);
  return new;
end;
$$;
create trigger set_follow_up before insert or update of due_on on public.lead_follow_ups
  for each row execute function private.set_follow_up();

-- What we write to a lead on its day or later is the follow-up.
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
create trigger end_due_follow_ups after insert on public.lead_messages
  referencing new table as added
  for each statement execute function private.end_due_follow_ups();

create trigger drop_follow_up_of_erased_lead after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.drop_rows_of_erased_lead('lead_follow_ups');

-- As before, and follow-ups open with the agency.
create or replace function private.follow_agency_hours() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_answer_targets();
  update public.lead_follow_ups as waiting set due_at = moved.due_at
  from (
    select days.due_on, private.business_morning(days.due_on) as due_at
    from (select distinct due_on from public.lead_follow_ups where due_at > now()) as days
  ) as moved
  where waiting.due_on = moved.due_on and waiting.due_at > now() and waiting.due_at <> moved.due_at;
  return null;
end;
$$;

revoke execute on function
  private.business_morning(date), private.set_follow_up(), private.end_due_follow_ups()
  from public;

alter table public.lead_follow_ups enable row level security;
alter table public.lead_follow_ups force row level security;
grant select, insert (lead_id, due_on), update (lead_id, due_on), delete on public.lead_follow_ups to authenticated;
grant select, insert, update, delete on public.lead_follow_ups to service_role;

-- Agents and owners see when a lead comes back.
create policy "agents read" on public.lead_follow_ups for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners set the day.
create policy "agents insert" on public.lead_follow_ups for insert to authenticated
  with check ((select public.can_handle_leads()));
-- Agents and owners change the day, also one that a colleague set.
create policy "agents update" on public.lead_follow_ups for update to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners clear it.
create policy "agents delete" on public.lead_follow_ups for delete to authenticated
  using ((select public.can_handle_leads()));

alter publication supabase_realtime add table public.lead_follow_ups;
