-- What staff do with bookings; each change is in the audit log.

create function private.require_lead_handler() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
end;
$$;

-- Free times for a booking that a colleague moves: from now on, without the notice.
create function public.free_slots_for(booking uuid) returns table (starts_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return query
    select free.starts_at
    from public.booking_settings as settings
    cross join lateral private.free_slots(
      now(), now() + make_interval(days => settings.horizon_days), free_slots_for.booking
    ) as free
    limit 2000;
end;
$$;

-- The visitor gets a mail. Of one that is cancelled already, nothing.
create function public.cancel_booking(booking uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  perform private.lock_bookings();
  if not private.cancel_call(booking, false)
    and not exists (select from public.bookings where bookings.id = booking and bookings.state = 'cancelled')
  then
    raise exception 'This consultation is over or was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;

create function public.move_booking(booking uuid, slot timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  outcome text;
begin
  perform private.require_lead_handler();
  if slot is null or slot <= now() then
    raise exception 'Choose a time in the future.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform private.lock_bookings();
  outcome := private.move_call(booking, slot, false);
  if outcome = 'taken' then
    raise exception 'This time was taken meanwhile.' using errcode = 'P0001', hint = 'Choose another one.';
  elsif outcome = 'closed' then
    raise exception 'This consultation is over or was cancelled.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;

-- How a call that has begun went: done, missed, or booked, which takes the other two back.
create function public.finish_booking(booking uuid, outcome text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  if outcome is null or outcome not in ('done', 'missed', 'booked') then
    raise exception 'The outcome must be done, missed or booked.' using errcode = '22023';
  end if;
  update public.bookings set state = outcome
  where bookings.id = booking and bookings.state <> 'cancelled' and bookings.starts_at <= now();
  if not found then
    raise exception 'This consultation was cancelled or has not begun.'
      using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;

create function private.audit_booking() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_caller() then
    perform private.audit(
      'leads',
      case
        when new.state = 'cancelled' then 'cancelled'
        when new.starts_at <> old.starts_at then 'moved'
        else 'changed'
      end,
      'bookings', new.id::text
    );
  end if;
  return null;
end;
$$;
create trigger audit_booking after update of state, starts_at on public.bookings
  for each row when (old.state <> new.state or old.starts_at <> new.starts_at)
  execute function private.audit_booking();

create trigger audit_created after insert on public.booking_blocks referencing new table as added
  for each statement execute function private.audit_rows('leads', '20');
create trigger audit_deleted after delete on public.booking_blocks referencing old table as removed
  for each statement execute function private.audit_rows('leads', '20');

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
create trigger audit_booking_settings after update on public.booking_settings
  for each row when (
    (old.is_open, old.notice_hours, old.horizon_days, old.buffer_minutes)
      is distinct from (new.is_open, new.notice_hours, new.horizon_days, new.buffer_minutes)
  )
  execute function private.audit_booking_settings();

revoke execute on function private.require_lead_handler(), private.audit_booking(), private.audit_booking_settings()
  from public;
revoke execute on function
  public.free_slots_for(uuid), public.cancel_booking(uuid), public.move_booking(uuid, timestamptz),
  public.finish_booking(uuid, text)
  from public, anon, authenticated;
grant execute on function
  public.free_slots_for(uuid), public.cancel_booking(uuid), public.move_booking(uuid, timestamptz),
  public.finish_booking(uuid, text)
  to authenticated;
