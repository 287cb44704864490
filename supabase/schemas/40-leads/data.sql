select private.register_personal_data('public.lead_messages', 'words', 'message transport_id delivery_problem');
select private.register_personal_data('public.lead_messages', 'none', 'sender_type delivery_state channel');
select private.register_personal_data('public.lead_totals', 'none', 'status');
select private.register_personal_data('public.leads', 'words', 'name email company phone message');
select private.register_personal_data('public.leads', 'row', 'stripe_customer_id content_hash source_path
  score_reasons address_hash network_hash landing_path campaign_medium campaign_name consent_text consent_version');
select private.register_personal_data('public.leads', 'none', 'service_name status locale origin referrer_host
  campaign_source channel');
select private.register_personal_data('public.quarantined_leads', 'words', 'name email company phone message');
select private.register_personal_data('public.quarantined_leads', 'row', 'stripe_customer_id content_hash
  source_path score_reasons address_hash network_hash landing_path referrer_host campaign_medium campaign_name
  consent_text consent_version');
select private.register_personal_data('public.quarantined_leads', 'none', 'service_name status locale origin
  campaign_source channel');

select private.register_person_source('leads', 10, '{public.leads,public.lead_messages}',
  'private.leads_of_person', 'private.erase_leads_of_person');
select private.register_person_source('alsoKnown', 15, '{}', 'private.further_contacts_of_person', null);
