select private.register_personal_data('private.contact_key', 'none', 'value');
-- Kept after an erasure, so that the person is not contacted again.
select private.register_personal_data('private.do_not_contact', 'none', 'address_hash');

insert into private.contact_key default values on conflict do nothing;

select private.register_person_source('doNotContact', 65, '{private.do_not_contact}',
  'private.opt_outs_of_person', null);
