-- Leads by status, counted as they change: an exact count under row level security reads the whole table.
create table public.lead_totals (
  status text primary key,
  total bigint not null default 0
);

grant select on public.lead_totals to authenticated;
revoke delete, insert, truncate, update on public.lead_totals from service_role;

-- Staff of every role see how many leads there are; a count is not personal data.
select private.add_policies('lead_totals', 'staff', 'select');

-- private.process_new_leads counts inserted leads. Rows are locked in the order of status, so that two statements cannot
-- deadlock.
create function private.count_changed_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    insert into public.lead_totals as kept (status, total)
    select removed.status, -count(*) from removed group by removed.status order by removed.status
    on conflict (status) do update set total = kept.total + excluded.total;
  elsif tg_op = 'UPDATE' then
    insert into public.lead_totals as kept (status, total)
    select change.status, sum(change.step)
    from (
      select added.status, 1 as step from added
      union all
      select removed.status, -1 from removed
    ) as change
    group by change.status
    having sum(change.step) <> 0
    order by change.status
    on conflict (status) do update set total = kept.total + excluded.total;
  else
    delete from public.lead_totals;
  end if;
  return null;
end;
$$;
