-- What a page of the inbox shows of its leads besides rows and threads, in one call.
create function public.lead_context(ids uuid[]) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'work', (select coalesce(jsonb_agg(to_jsonb(work)), '[]') from public.lead_work(ids) as work),
    'optOuts', (select coalesce(jsonb_agg(to_jsonb(opt_out)), '[]') from public.contact_opt_outs(ids) as opt_out)
  );
$$;
revoke execute on function public.lead_context(uuid[]) from public, anon, authenticated;
grant execute on function public.lead_context(uuid[]) to authenticated;
