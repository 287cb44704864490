-- The free consultation: calls that visitors book on /book, in business hours (20-agency/business-hours.sql), one at a
-- time. Visitors use only the functions of book-consultation.sql.
create table public.booking_settings (
  id boolean primary key default true check (id),
  -- Null: not decided yet, and open in local mode only.
  is_open boolean,
  -- Minimum time between a booking and its call.
  notice_hours smallint not null default 24,
  horizon_days smallint not null default 28,
  -- Kept free after each call.
  buffer_minutes smallint not null default 15,
  updated_at timestamptz not null default now(),
  constraint booking_settings_notice check (notice_hours between 0 and 336),
  constraint booking_settings_horizon check (horizon_days between 1 and 90),
  constraint booking_settings_buffer check (buffer_minutes between 0 and 120)
);

grant select, update (buffer_minutes, horizon_days, is_open, notice_hours) on public.booking_settings to authenticated;
revoke delete, insert, truncate on public.booking_settings from service_role;

-- Staff see the rules of the calendar.
select private.add_policies('booking_settings', 'staff', 'select');
-- Owners decide whether and when calls are offered.
select private.add_policies('booking_settings', 'owners', 'update');

create trigger booking_settings_updated_at before update on public.booking_settings
  for each row execute function private.set_updated_at();
create trigger audit_booking_settings after update on public.booking_settings
  for each row when (
    (old.is_open, old.notice_hours, old.horizon_days, old.buffer_minutes)
      is distinct from (new.is_open, new.notice_hours, new.horizon_days, new.buffer_minutes)
  )
  execute function private.audit_booking_settings();
create trigger notify_changed after update on public.booking_settings
  for each row execute function private.notify_table_changed();

create function public.booking_is_open() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select booking.is_open from public.booking_settings as booking limit 1),
    (select settings.local_mode from public.settings limit 1),
    false
  );
$$;
grant execute on function public.booking_is_open() to anon, authenticated, service_role;

create function private.audit_booking_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_caller() then
    perform private.audit(
      'settings', 'changed', 'booking_settings', details => private.audited_changes(to_jsonb(old), to_jsonb(new))
    );
  end if;
  return null;
end;
$$;
