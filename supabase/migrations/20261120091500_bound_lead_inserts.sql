-- One request may carry many rows, and everybody may insert leads: 20 megabytes would be 100,000 of them. A visitor
-- sends one; a transaction of a visitor or an account may hold 20. Counted row by row, so that nothing is written
-- before the refusal. The setting is of this transaction and out of a caller's reach.
create function private.bound_lead_inserts() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  sent constant integer := coalesce(nullif(current_setting('leads.sent', true), ''), '0')::integer + 1;
begin
  if current_user in ('anon', 'authenticated') then
    if sent > 20 then
      raise exception 'Too many enquiries in one request.'
        using errcode = 'P0001', hint = 'Send at most 20 at a time.';
    end if;
    perform set_config('leads.sent', sent::text, true);
  end if;
  return new;
end;
$$;
revoke execute on function private.bound_lead_inserts() from public;

-- Named to run before the triggers that clean and look up.
create trigger a_bound_lead_inserts before insert on public.leads
  for each row execute function private.bound_lead_inserts();
