-- Gives an email address to a lead that a colleague added with a number alone. One that is there is not replaced: it is what
-- the person gave us.
create function public.add_lead_email(lead uuid, email text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if private.clean_text(left(add_lead_email.email, 10001)) is null then
    raise exception 'Give an email address.' using errcode = 'P0001', detail = 'lead_unreachable';
  end if;
  update public.leads set email = add_lead_email.email
  where leads.id = lead and leads.email is null and leads.erased_at is null;
  if not found then
    raise exception 'This lead was deleted, or has an email address by now.'
      using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform private.audit('leads', 'changed', 'leads', lead::text, details => array['email']);
end;
$$;
revoke execute on function public.add_lead_email(uuid, text) from public, anon, authenticated;
grant execute on function public.add_lead_email(uuid, text) to authenticated;
