select private.register_personal_data('public.booking_blocks', 'words', 'reason');
select private.register_personal_data('public.bookings', 'row', 'address_hash');
select private.register_personal_data('public.bookings', 'none', 'state visitor_zone');

insert into public.booking_settings default values on conflict do nothing;

-- A trigger erases bookings with their lead: erase_bookings().
insert into private.person_sources (name, place, tables) values ('bookings', 25, '{public.bookings}')
on conflict (name) do update set place = excluded.place, tables = excluded.tables
where (person_sources.place, person_sources.tables) <> (excluded.place, excluded.tables);
