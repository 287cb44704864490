-- Colleagues see who has a lead open and who writes to it. They say it themselves, and keep nothing.
create policy "agents see each other" on realtime.messages for select to authenticated
  using ((select realtime.topic()) = 'inbox-presence' and (select public.can_handle_leads()));
create policy "agents appear to each other" on realtime.messages for insert to authenticated
  with check (
    extension = 'presence'
    and (select realtime.topic()) = 'inbox-presence'
    and (select public.can_handle_leads())
  );
