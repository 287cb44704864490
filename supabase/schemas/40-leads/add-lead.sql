-- Leads that a colleague adds by hand.

-- `lead` is an ID that the caller makes, so that a retry adds no second lead. Texts are cleaned and checked like a
-- visitor's. There is no spam score and no mail to the person.
create function public.add_lead(
  lead uuid, fields jsonb, service uuid, channel text, asked_for_contact boolean, came_at timestamptz default now()
) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  added public.leads;
begin
  perform private.require_lead_handler();
  if exists (select from public.leads where leads.id = lead and leads.created_by = auth.uid()) then
    return lead;
  end if;
  if private.clean_text(left(fields ->> 'email', 10001)) is null
    and coalesce(char_length(private.phone_digits(left(fields ->> 'phone', 10001))), 0) < 7
  then
    raise exception 'Enter an email address or a phone number.' using errcode = 'P0001', detail = 'lead_unreachable';
  end if;
  if came_at is null or came_at > now() + interval '10 minutes' or came_at < now() - interval '1 year' then
    raise exception 'Choose a time within the past year.' using errcode = 'P0001', detail = 'lead_time';
  end if;
  added := private.new_lead(fields);
  added.id := lead;
  added.service_id := service;
  added.origin := 'staff';
  added.channel := channel;
  added.asked_for_contact := asked_for_contact;
  added.created_by := auth.uid();
  added.created_at := least(came_at, now());
  insert into public.leads select added.*;
  perform private.audit('leads', 'created', 'leads', lead::text, details => array[channel]);
  perform private.notify_staff('lead', lead);
  return lead;
end;
$$;
grant execute on function public.add_lead(uuid, jsonb, uuid, text, boolean, timestamptz) to authenticated, service_role;

-- A lead from `fields`, cleaned and with a checked address. Unknown keys are ignored.
create function private.new_lead(fields jsonb) returns public.leads
  language plpgsql volatile set search_path = ''
as $$
declare
  lead public.leads := jsonb_populate_record(
    null::public.leads,
    '{"status": "new", "reply_count": 0, "locale": "en-CA", "is_sample": false, "score": 0, "score_reasons": []}'
      || jsonb_build_object('id', gen_random_uuid(), 'created_at', now(), 'handled_at', now())
      || (select jsonb_object_agg(name, fields ->> name) from unnest(private.lead_fields()) as name)
  );
begin
  lead := private.clean_lead(lead);
  perform private.check_lead_name(lead.name);
  perform private.check_lead_email(lead.email);
  return lead;
end;
$$;

-- The newest lead with this address or number, and the number of such leads, up to 101. Shown before a lead is added.
create function public.known_requests(email text, phone text)
  returns table (total integer, id uuid, created_at timestamptz, name text)
  language plpgsql stable security definer set search_path = '' rows 5
as $$
begin
  if not public.can_handle_leads() or octet_length(known_requests.email) > 2000 or octet_length(known_requests.phone) > 2000
  then
    return;
  end if;
  return query
    select found.total, lead.id, lead.created_at, lead.name
    from (
      select same.id, (count(*) over ())::integer as total
      from private.leads_of_contact(
        private.clean_text(known_requests.email), private.clean_text(known_requests.phone), 101
      ) as same
      order by same.created_at desc, same.id desc
      limit 1
    ) as found
    join public.leads as lead on lead.id = found.id;
end;
$$;
grant execute on function public.known_requests(text, text) to authenticated, service_role;

-- Sets the email address of a lead that was added with a phone number only. An existing address is not replaced.
create function public.add_lead_email(lead uuid, email text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  if private.clean_text(left(add_lead_email.email, 10001)) is null then
    raise exception 'Enter an email address.' using errcode = 'P0001', detail = 'lead_unreachable';
  end if;
  perform private.check_lead_email(private.clean_text(private.visible_text(add_lead_email.email)));
  update public.leads set email = add_lead_email.email
  where leads.id = lead and leads.email is null and leads.erased_at is null;
  if not found then
    raise exception 'This lead was deleted or already has an email address.'
      using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform private.audit('leads', 'changed', 'leads', lead::text, details => array['email']);
end;
$$;
grant execute on function public.add_lead_email(uuid, text) to authenticated, service_role;

-- No mail is queued for a lead without an email address; a reply is marked as failed.
create function private.refuse_mail_without_address() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.leads where leads.email is null and leads.id = new.lead_id) then
    return new;
  end if;
  update public.lead_messages
  set delivery_state = 'failed', delivery_problem = 'Not sent: there is no email address.'
  where lead_messages.id = new.message_id;
  return null;
end;
$$;
