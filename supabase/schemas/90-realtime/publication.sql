-- Tables whose changes are sent to open browsers. Each subscriber gets the rows and columns that it may read. The
-- backend adds the triggers. Tables of later concepts are added in their own files.

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;

alter publication supabase_realtime add table
  public.leads, public.lead_messages, public.quarantined_leads, public.lead_notes, public.lead_follow_ups,
  public.received_mails;
