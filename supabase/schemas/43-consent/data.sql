select private.register_personal_data('private.contact_key', 'none', 'value');
-- Kept after an erasure, so that the person is not contacted again.
select private.register_personal_data('private.do_not_contact', 'none', 'address_hash');

insert into private.contact_key default values on conflict do nothing;

insert into private.person_sources (name, place, tables, find, erase) values
  ('doNotContact', 65, '{private.do_not_contact}', 'private.opt_outs_of_person', null)
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;
