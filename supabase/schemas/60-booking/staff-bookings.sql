-- Bookings by colleagues.

-- Books a call for a lead, also while online booking is closed; a retry returns the same booking. The lead gets the
-- mails that a visitor who books gets, and needs no reply any more.
create function public.book_for_lead(lead uuid, slot timestamptz) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_lead_handler();
  perform private.lock_bookings();
  perform from public.leads where leads.id = lead and leads.erased_at is null for no key update;
  if not found then
    raise exception 'This lead no longer exists.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  select * into booking from public.bookings as known
  where known.lead_id = lead and known.starts_at = slot and known.state = 'booked';
  if booking.id is not null then
    return booking.id;
  end if;
  if not exists (select from public.free_slots_for() as free where free.starts_at = slot) then
    raise exception 'This time isn''t available.' using errcode = 'P0001', hint = 'Choose another one.';
  end if;
  insert into public.bookings (lead_id, starts_at, ends_at, held_until, by_staff)
  select lead, slot, slot + call.length, slot + call.length + make_interval(mins => settings.buffer_minutes), true
  from public.booking_settings as settings, (select private.consultation_length() as length) as call
  returning * into booking;
  perform private.queue_booking_mails(booking, 'booked', false);
  perform public.mark_answered(lead);
  return booking.id;
end;
$$;
grant execute on function public.book_for_lead(uuid, timestamptz) to authenticated, service_role;

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
    raise exception 'Someone just took that time.' using errcode = 'P0001', hint = 'Choose another one.';
  elsif outcome = 'closed' then
    raise exception 'This consultation has ended or was cancelled.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
grant execute on function public.move_booking(uuid, timestamptz) to authenticated, service_role;

-- Mails the visitor. Does nothing for a cancelled booking.
create function public.cancel_booking(booking uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  perform private.lock_bookings();
  if not private.cancel_call(booking, false)
    and not exists (select from public.bookings where bookings.id = booking and bookings.state = 'cancelled')
  then
    raise exception 'This consultation has ended or was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
grant execute on function public.cancel_booking(uuid) to authenticated, service_role;

-- Sets the outcome of a call that has begun: done, missed, or booked to undo that.
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
    raise exception 'This consultation was cancelled or hasn''t started yet.'
      using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
grant execute on function public.finish_booking(uuid, text) to authenticated, service_role;
