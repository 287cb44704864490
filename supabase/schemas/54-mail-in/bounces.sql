-- Bounces: mail that could not be delivered.

-- The lead whose mail bounced.
create function private.lead_of_bounce(mail_ids text[], by_token uuid) returns uuid
  language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select message.lead_id from public.lead_messages as message
      where message.id = private.bounced_reply(mail_ids, case when addressee.lead_id is null then by_token end)
    ),
    addressee.lead_id,
    by_token
  )
  from (values (null)) as one
  left join lateral (
    select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place limit 1
  ) as addressee on true;
$$;

-- The reply that bounced: by its Message-ID, otherwise the newest one that was sent to `lead`.
create function private.bounced_reply(mail_ids text[], lead uuid) returns uuid
  language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select message.id
      from unnest(mail_ids[1:100]) as given (mail_id)
      join public.lead_messages as message on message.transport_id = given.mail_id
        or message.id = (regexp_match(given.mail_id, '^<reply-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@'))[1]::uuid
      where message.sender_type = 'admin'
      order by message.created_at desc
      limit 1
    ),
    (
      select message.id from public.lead_messages as message
      where message.lead_id = lead and message.sender_type = 'admin' and message.delivery_state = 'sent'
      order by message.created_at desc, message.id desc limit 1
    )
  );
$$;

create function private.set_address_bounced_at(address text, at timestamptz) returns void
  language sql volatile set search_path = ''
as $$
  update public.leads set email_bounced_at = at
  where lower(leads.email) = lower(address) and leads.erased_at is null and num_nulls(leads.email_bounced_at, at) = 1;
$$;

create function private.set_bounced_at() returns trigger
  language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  new.email_bounced_at := (
    select max(known.email_bounced_at) from public.leads as known
    where lower(known.email) = lower(new.email) and known.email_bounced_at is not null and known.id <> new.id
  );
  return new;
end;
$$;

-- An answer on the conversation page shows that the address works, because its link came by mail. (An answer by mail
-- has a transport_id, a logged one a channel.)
create function private.clear_bounced_on_answer() returns trigger
  language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  perform private.set_address_bounced_at(bounced.email, null)
  from public.leads as bounced
  where bounced.email_bounced_at is not null
    and bounced.id in (
      select message.lead_id from added as message
      where message.sender_type = 'lead' and message.channel is null and message.transport_id is null
    );
  return null;
end;
$$;

-- For staff: removes the mark from all leads with the address of this one.
create function public.clear_bounced_address(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  perform private.set_address_bounced_at((select leads.email from public.leads where leads.id = lead), null);
end;
$$;
grant execute on function public.clear_bounced_address(uuid) to authenticated, service_role;
