-- The secret key may do nearly everything, but counters are counted, never written, and the settings row stays.
revoke insert, update, delete, truncate on public.lead_totals from service_role;
revoke delete, truncate on public.settings from service_role;
