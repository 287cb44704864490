-- With the time of the newest erasure: a mail that was written after it stays.
drop function public.erased_contacts(text[]);
create function public.erased_contacts(contacts text[]) returns table (contact text, erased_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select given.contact, max(erasure.erased_at)
  from unnest(contacts[1:10000]) as given (contact)
  join private.erasures as erasure
    on private.erasure_hash(lower(rtrim(btrim(given.contact), '.'))) = any (erasure.address_hashes)
    or private.erasure_hash(private.phone_digits(given.contact)) = any (erasure.phone_hashes)
  group by given.contact;
$$;
revoke execute on function public.erased_contacts(text[]) from public, anon, authenticated;
grant execute on function public.erased_contacts(text[]) to service_role;
