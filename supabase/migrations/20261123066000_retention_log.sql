-- The log of the retention by its columns, so that clients know their types.
drop function public.retention_log();
create function public.retention_log()
  returns table (day date, leads integer, clients integer, quarantined integer, registers integer)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return query
    select entry.day, entry.leads, entry.clients, entry.quarantined, entry.registers
    from private.retention_log as entry order by entry.day desc limit 100;
end;
$$;
revoke execute on function public.retention_log() from public, anon, authenticated;
grant execute on function public.retention_log() to authenticated;

-- As before, and the audit log loses the names of an account before the account is gone.
create or replace function public.erase_person(contacts text[]) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted private.contacts;
  result jsonb;
  address text;
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  foreach address in array wanted.emails loop
    if not exists (
      select from auth.users join public.staff on staff.user_id = users.id where lower(users.email) = address
    ) then
      perform private.erase_from_audit_log('{}', address);
    end if;
  end loop;
  result := private.erase_contacts(wanted, '{}', now());
  insert into private.erasures (key, address_hashes, phone_hashes, lead_ids)
  values (
    private.erasure_hash(''),
    array(select private.erasure_hash(email) from unnest(wanted.emails) as email),
    array(select private.erasure_hash(phone) from unnest(wanted.phones) as phone),
    array(select jsonb_array_elements_text(result -> 'leadIds')::uuid)
  );
  return result - 'leadIds';
end;
$$;
