-- What a visitor says of themselves, in the order of the site's definition (site/app/lead/lead-fields.ts), which
-- supabase/tests/lead-content.test.ts compares. Cleaning and content hash follow from this list. A new field is: its
-- column and its check leads_…_length on leads and quarantined_leads, the grant of inserting it, and its name here.
create function private.lead_fields() returns text[]
  language sql immutable parallel safe
  return array['name', 'email', 'company', 'phone', 'message'];
revoke execute on function private.lead_fields() from public;

-- Trimmed, line ends as LF, null for an empty value (P-143); an empty status is 'new'. What is far too large is rejected
-- before anything reads through it; 10,000 bytes leave room for four bytes a character and white space that is cut off.
-- Sizes of a row and of a value are known without reading them.
create or replace function private.clean_lead(lead public.leads) returns public.leads
  language plpgsql immutable set search_path = ''
as $$
declare
  most constant integer := 10000;
  texts constant text[] := private.lead_fields() || 'status'::text;
  field text;
  size integer;
  given jsonb;
begin
  if pg_column_size(lead) > most then
    foreach field in array texts loop
      execute format('select octet_length(($1).%I)', field) into size using lead;
      if size > most then
        perform private.reject_oversized('leads', format('leads_%s_length', field));
      end if;
    end loop;
  end if;
  given := to_jsonb(lead);
  lead := jsonb_populate_record(
    lead, (select jsonb_object_agg(name, private.clean_text(given ->> name)) from unnest(texts) as name)
  );
  lead.status := coalesce(lead.status, 'new');
  return lead;
end;
$$;

-- The content of a lead: its fields and its service as one text, each with its length in bytes, so that no two leads
-- share it. The site's server writes the same text (hash-lead-content.server.ts).
create or replace function private.hash_lead_content(lead public.leads) returns text
  language sql immutable set search_path = ''
as $$
  select encode(
    sha256(
      convert_to(
        string_agg(coalesce(octet_length(field.value) || ':' || field.value, '-'), ',' order by field.place),
        'UTF8'
      )
    ),
    'hex'
  )
  from (
    select to_jsonb(lead) ->> name as value, place
    from unnest(private.lead_fields() || 'service_id'::text) with ordinality as listed (name, place)
  ) as field;
$$;
comment on column public.leads.content_hash is 'sha-256 of the fields and the service, lower case hex';
comment on column public.quarantined_leads.content_hash is 'sha-256 of the fields and the service, lower case hex';

-- Before any update: a list of columns here would be one more list of the fields.
drop trigger revise_lead on public.leads;
create trigger revise_lead before update on public.leads
  for each row execute function private.revise_lead();
