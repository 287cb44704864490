-- The strip of partner names as one list, in its order. Names that stay keep their row, and one that stays in its place is
-- not written, so an unchanged sample is still one. Runs with the caller's rights: the policies of partners decide.
create function public.save_partners(names text[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  if cardinality(names) > 40 then
    raise check_violation using message = 'partners: at most 40';
  end if;
  if not public.can_edit_content() then
    raise insufficient_privilege using message = 'only editors and owners change partners';
  end if;
  delete from public.partners where partners.name <> all (names);
  insert into public.partners (name, sort_order)
  select listed.name, min(listed.place)
  from unnest(names) with ordinality as listed (name, place)
  group by listed.name
  on conflict (name) do update set sort_order = excluded.sort_order
    where partners.sort_order <> excluded.sort_order;
end;
$$;

revoke execute on function public.save_partners(text[]) from public, anon;
grant execute on function public.save_partners(text[]) to authenticated, service_role;
