-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('public.lead_messages', 'words', 'message transport_id delivery_problem'),
    ('public.lead_messages', 'none', 'sender_type delivery_state channel'),
    ('public.lead_totals', 'none', 'status'),
    ('public.leads', 'words', 'name email company phone message'),
    ('public.leads', 'row', 'stripe_customer_id content_hash source_path score_reasons address_hash network_hash
      landing_path campaign_medium campaign_name consent_text consent_version'),
    ('public.leads', 'none', 'service_name status locale origin referrer_host campaign_source channel'),
    -- Possible spam has the columns of a lead.
    ('public.quarantined_leads', 'words', 'name email company phone message'),
    ('public.quarantined_leads', 'row', 'stripe_customer_id content_hash source_path score_reasons address_hash
      network_hash landing_path referrer_host campaign_medium campaign_name consent_text consent_version'),
    ('public.quarantined_leads', 'none', 'service_name status locale origin campaign_source')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
