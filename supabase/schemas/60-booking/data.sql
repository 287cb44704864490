select private.register_personal_data('public.booking_blocks', 'words', 'reason');
select private.register_personal_data('public.bookings', 'row', 'address_hash');
select private.register_personal_data('public.bookings', 'none', 'state visitor_zone');

insert into public.booking_settings default values on conflict do nothing;

-- A trigger erases bookings with their lead: drop_rows_of_erased_lead().
select private.register_person_source('bookings', 25, '{public.bookings}', null, null);

select private.register_mail_kind('booking-booked', 'lead_id', 'booker');
select private.register_mail_kind('booking-moved', 'lead_id', 'booker');
select private.register_mail_kind('booking-cancelled', 'lead_id', 'booker');
select private.register_mail_kind('booking-reminder', 'lead_id', 'booker');
