-- As before; an event is the database's, and stays as it is.
alter policy "writers update" on public.lead_notes
  using (not is_event and author_id = (select auth.uid()) and (select public.can_handle_leads()));
alter policy "writers and owners delete" on public.lead_notes
  using (
    not is_event
    and ((author_id = (select auth.uid()) and (select public.can_handle_leads())) or (select public.is_owner()))
  );
