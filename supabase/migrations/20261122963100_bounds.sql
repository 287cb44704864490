-- What nobody deletes by hand and strangers or restarts can add without end. docs/bounds.md lists every table.

-- At most `most` rows of each kind at once; the server calls it each hour.
create function public.delete_expired_rows(most integer default 10000) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Possible spam that no colleague has restored in the 24 months that the privacy page names.
  delete from public.quarantined_leads
  where quarantined_leads.id in (
    select old.id from public.quarantined_leads as old
    where old.created_at < now() - interval '24 months'
    order by old.created_at
    limit most
  );
  -- A start without an owner makes one.
  delete from public.owner_links where owner_links.expires_at < now() - interval '1 day';
  delete from private.recovery_guesses where recovery_guesses.since < now() - interval '15 minutes';
  -- Somebody wrote down an address that was never confirmed; an invitation waits for its guest.
  delete from auth.users
  where users.id in (
    select account.id from auth.users as account
    where account.created_at < now() - interval '30 days'
      and account.email_confirmed_at is null and account.phone_confirmed_at is null
      and account.last_sign_in_at is null and account.invited_at is null
      and not exists (select from public.staff where staff.user_id = account.id)
    order by account.created_at
    limit most
  );
end;
$$;

revoke execute on function public.delete_expired_rows(integer) from public, anon, authenticated;
grant execute on function public.delete_expired_rows(integer) to service_role;
