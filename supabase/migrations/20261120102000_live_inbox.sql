-- The inbox hears of changes while it is open. Whoever listens reads the rows again under its own policies, so
-- nobody hears of a lead that it may not read.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;
alter publication supabase_realtime add table public.leads, public.lead_messages, public.suspected_leads;

-- The channel of the inbox is joined by those who handle leads. No policy lets anybody send, and config.toml asks
-- for private channels alone: the publishable key is no ticket to talk through this server.
create policy "agents hear the inbox" on realtime.messages for select to authenticated
  using ((select realtime.topic()) = 'inbox' and (select public.can_handle_leads()));
