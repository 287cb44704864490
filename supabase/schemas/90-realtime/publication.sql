-- What travels to open browsers: the rows of these tables, to each subscriber the columns that it may read. The backend
-- adds the triggers that notify. Tables of later concepts join in their own files.

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
