-- As before, with all who wait for a reply and the received mails that belong to no thread.
drop function public.work_counts();
create function public.work_counts() returns table (
  waiting integer, mine integer, unassigned integer, due integer, late integer, mentions integer, mails integer
)
  language sql stable security definer set search_path = ''
as $$
  select
    (select count(*)::integer from (select from public.leads_needing_reply limit 1001) as found),
    (select count(*)::integer from (
      select from public.leads_needing_reply where assignee_id = auth.uid() limit 1001
    ) as found),
    (select count(*)::integer from (
      select from public.leads_needing_reply where assignee_id is null limit 1001
    ) as found),
    (select count(*)::integer from (select from public.lead_follow_ups where due_at <= now() limit 1001) as found),
    (select count(*)::integer from (select from public.leads_needing_reply where target_at <= now() limit 1001) as found),
    (select count(distinct mention.lead_id)::integer from (
      select lead_id from public.lead_mentions where user_id = auth.uid() limit 1001
    ) as mention),
    (select count(*)::integer from (select from public.received_mails where state = 'triage' limit 1001) as found)
  where (select public.can_handle_leads());
$$;
revoke execute on function public.work_counts() from public, anon, authenticated;
grant execute on function public.work_counts() to authenticated;
