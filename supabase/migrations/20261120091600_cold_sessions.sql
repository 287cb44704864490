-- A session that has done nothing yet as the owner must be able to insert a lead: the trigger looks its helper
-- up in a schema that callers may not enter, and the search index computes its text with the writer's rights.
alter function private.clean_lead() security definer;
grant execute on function private.lead_search_text(text, text, text) to anon, authenticated, service_role;
