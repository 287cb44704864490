-- The do-not-contact list of Canada's anti-spam law (CASL), by hashes of email addresses.

-- The key of contact_hash. It never changes, so that links in old mails stay valid.
create table private.contact_key (
  only_one boolean primary key default true check (only_one),
  value bytea not null default extensions.gen_random_bytes(32)
);

-- Keyed hashes and not addresses, so that a person can stay on the list after an erasure.
create table private.do_not_contact (
  address_hash text primary key check (address_hash ~ '^[0-9a-f]{32}$'),
  since timestamptz not null default now(),
  by_link boolean not null,
  set_by uuid references auth.users (id) on delete set null
);

create index do_not_contact_set_by on private.do_not_contact (set_by) where set_by is not null;

create trigger audit_refusal after insert or delete on private.do_not_contact
  for each row execute function private.audit_refusal();
create trigger withdraw_unwanted_mail after insert on private.do_not_contact
  for each row execute function private.withdraw_unwanted_mail();

create function private.contact_hash(purpose text, content text) returns text
  language sql stable set search_path = ''
as $$
  select left(
    encode(extensions.hmac(convert_to(purpose || ' ' || content, 'UTF8'), contact_key.value, 'sha256'), 'hex'), 32
  )
  from private.contact_key;
$$;

create function private.hash_mail_address(address text) returns text
  language sql stable set search_path = ''
as $$ select private.contact_hash('address', lower(btrim(address))) $$;

create function private.is_contact_refused(address text) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from private.do_not_contact where address_hash = private.hash_mail_address(address)
  );
$$;

-- Adds the address of a lead to the list, for a person who asked a colleague; with `refused` false, removes it.
create function public.set_do_not_contact(lead uuid, refused boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known public.leads;
begin
  perform private.require_lead_handler();
  select * into known from public.leads where leads.id = lead;
  if known.id is null then
    raise exception 'This lead was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  if known.email is null then
    raise exception 'This lead has no email address.' using errcode = 'P0001';
  end if;
  if refused then
    insert into private.do_not_contact (address_hash, by_link, set_by)
    values (private.hash_mail_address(known.email), false, auth.uid())
    on conflict (address_hash) do nothing;
  else
    delete from private.do_not_contact where address_hash = private.hash_mail_address(known.email);
  end if;
end;
$$;
grant execute on function public.set_do_not_contact(uuid, boolean) to authenticated, service_role;

-- Those of the leads whose addresses are on the list.
create function public.contact_opt_outs(leads uuid[])
  returns table (lead_id uuid, since timestamptz, by_link boolean)
  language plpgsql stable security definer set search_path = '' rows 50
as $$
begin
  if not public.can_handle_leads() then
    return;
  end if;
  return query
    select lead.id, opt_out.since, opt_out.by_link
    from public.leads as lead
    join private.do_not_contact as opt_out on opt_out.address_hash = private.hash_mail_address(lead.email)
    where lead.id = any (contact_opt_outs.leads[1:1000]);
end;
$$;
grant execute on function public.contact_opt_outs(uuid[]) to authenticated, service_role;

-- For the unsubscribe link in a mail: the hash of the address, and its signature.
create function public.unsubscribe_token(address text) returns text
  language sql stable security definer set search_path = ''
as $$
  select hashed.value || private.contact_hash('unsubscribe', hashed.value)
  from (select private.hash_mail_address(address) as value) as hashed;
$$;
grant execute on function public.unsubscribe_token(text) to service_role;

-- Adds the address of a token to the list. False if the token is not valid. Idempotent.
create function public.unsubscribe(token text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if token !~ '^[0-9a-f]{64}$' or right(token, 32) <> private.contact_hash('unsubscribe', left(token, 32)) then
    return false;
  end if;
  insert into private.do_not_contact (address_hash, by_link) values (left(token, 32), true)
  on conflict (address_hash) do update set by_link = true where not do_not_contact.by_link;
  return true;
end;
$$;
grant execute on function public.unsubscribe(text) to anon, authenticated, service_role;

-- A person on the list gets only replies to their own requests. A reply to another lead (imported, or added by a
-- colleague without asked_for_contact) is marked as failed and not queued.
create function private.refuse_unwanted_mail() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.message_id is null then
    return new;
  end if;
  if exists (
    select
    from public.lead_messages as reply
    join public.leads on leads.id = reply.lead_id
    where reply.id = new.message_id
      and (leads.origin is null or leads.asked_for_contact is false)
      and private.is_contact_refused(leads.email)
  ) then
    update public.lead_messages
    set delivery_state = 'failed', delivery_problem = 'Not sent: this person asked not to be contacted.'
    where lead_messages.id = new.message_id;
    return null;
  end if;
  return new;
end;
$$;

-- Marks queued replies to an address as failed when it is added to the list.
create function private.withdraw_unwanted_mail() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_mail(outbox, 'failed', 'Not sent: this person asked not to be contacted.')
  from private.outbox
  join public.lead_messages as reply on reply.id = outbox.message_id
  join public.leads on leads.id = reply.lead_id
  where (leads.origin is null or leads.asked_for_contact is false) and outbox.lease is null
    and private.hash_mail_address(leads.email) = new.address_hash;
  return null;
end;
$$;

-- The entries of a person (70-privacy/person-sources.sql). An erasure keeps them.
create function private.opt_outs_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row((
    select coalesce(jsonb_agg(jsonb_build_object('email', email, 'since', opt_out.since, 'byLink', opt_out.by_link)), '[]')
    from unnest(wanted.emails) as email
    join private.do_not_contact as opt_out on opt_out.address_hash = private.hash_mail_address(email)
  ), '{}', null)::private.found_in_source;
$$;
