-- What happens at an insert of a lead, in order: private.receive_lead for each row before it is stored, then
-- private.follow_up_leads once for the statement. A lead "of a caller" came through the API's roles anon or
-- authenticated; the server itself (samples, an import with the secret key, a restored lead) is trusted.

-- One request may carry many rows, and everyone may insert leads: 20 megabytes would be 100,000 of them. A form sends
-- one; a transaction of a caller may hold 20. Counted row by row, so that nothing is written before the rejection. The
-- setting belongs to this transaction and is out of a caller's reach.
create function private.limit_leads_of_transaction() returns void
  language plpgsql set search_path = ''
as $$
declare
  sent constant integer := coalesce(nullif(current_setting('leads.sent', true), ''), '0')::integer + 1;
begin
  if sent > 20 then
    raise exception 'Too many inquiries in one request.'
      using errcode = 'P0001', hint = 'Send at most 20 at a time.';
  end if;
  perform set_config('leads.sent', sent::text, true);
end;
$$;

-- Trimmed, line ends as LF, null for an empty value (P-143); an empty status is 'new'. What is far too large is rejected
-- before anything reads through it; 10,000 bytes leave room for four bytes a character and white space that is cut off.
create function private.clean_lead(lead public.leads) returns public.leads
  language plpgsql immutable set search_path = ''
as $$
declare
  most constant integer := 10000;
  oversized constant text := case
    when octet_length(lead.name) > most then 'leads_name_length'
    when octet_length(lead.email) > most then 'leads_email_length'
    when octet_length(lead.company) > most then 'leads_company_length'
    when octet_length(lead.phone) > most then 'leads_phone_length'
    when octet_length(lead.message) > most then 'leads_message_length'
    when octet_length(lead.status) > most then 'leads_status_length'
  end;
begin
  if oversized is not null then
    perform private.reject_oversized('leads', oversized);
  end if;
  lead.name := private.clean_text(lead.name);
  lead.email := private.clean_text(lead.email);
  lead.company := private.clean_text(lead.company);
  lead.phone := private.clean_text(lead.phone);
  lead.message := private.clean_text(lead.message);
  lead.status := coalesce(private.clean_text(lead.status), 'new');
  return lead;
end;
$$;

-- A lead keeps the name of its service, also when the service is renamed or deleted (G-46). Read with the owner's rights,
-- because a visitor cannot see a service that was unpublished a moment ago.
create function private.set_service_name(lead public.leads) returns public.leads
  language plpgsql stable set search_path = ''
as $$
begin
  if lead.service_id is not null then
    select services.name into lead.service_name from public.services where services.id = lead.service_id;
  end if;
  return lead;
end;
$$;

-- Which submission it is, where it came from, and how much it looks like spam. What the site's server knows comes in one
-- signed header; no caller can set it by grant.
create function private.set_lead_origin(lead public.leads) returns public.leads
  language plpgsql stable set search_path = ''
as $$
declare
  facts jsonb;
  address text;
  scored record;
begin
  lead.content_hash := private.hash_lead_content(lead);
  facts := private.read_lead_facts(lead.content_hash);
  if facts is null then
    lead.origin := 'api';
    address := private.request_address();
    lead.address_hash := private.hash_address(address);
    lead.network_hash := private.hash_address(private.wider_network(address));
  else
    lead.origin := 'site';
    lead.submission_key := (facts ->> 'key')::uuid;
    lead.source_path := left(facts ->> 'path', 200);
    lead.address_hash := facts ->> 'address';
  end if;
  select score.points, score.reasons into scored
  from private.score_lead_text(lead.name, lead.company, lead.message) as score;
  lead.score := greatest(0, scored.points + coalesce((facts ->> 'score')::integer, 1));
  lead.score_reasons := scored.reasons
    || array(select jsonb_array_elements_text(coalesce(facts -> 'reasons', '["not sent through our forms"]')));
  return lead;
end;
$$;

create function private.quarantine_lead(lead public.leads) returns void
  language sql set search_path = ''
as $$
  insert into public.quarantined_leads
  select quarantined.* from jsonb_populate_record(null::public.quarantined_leads, to_jsonb(lead)) as quarantined;
$$;

-- Nothing but the flood limit may cost a lead: when the header, its key or the quarantine fails, the lead is stored as it
-- came. Limits: private.is_flood, private.is_too_frequent; in local mode there is no quarantine.
create function private.receive_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_of_caller constant boolean := tg_argv[0] = 'caller';
  is_local boolean;
  is_trusted boolean;
  is_too_frequent boolean;
begin
  if is_of_caller then
    perform private.limit_leads_of_transaction();
  end if;
  new := private.clean_lead(new);
  new := private.set_service_name(new);
  if not is_of_caller then
    return new;
  end if;

  begin
    new := private.set_lead_origin(new);
    if new.origin = 'site' and private.is_duplicate_lead(new) then
      return null;
    end if;
    is_local := coalesce((select settings.local_mode from public.settings), false);
    is_trusted := not is_local and public.can_handle_leads();
  exception
    when others then
      raise warning 'the origin of a lead could not be read, and it is stored as it came: %', sqlstate;
      return new;
  end;

  if is_trusted then
    return new;
  end if;
  if private.is_flood(new, is_local) then
    raise exception 'Too many inquiries in a short time.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  if is_local then
    return new;
  end if;

  begin
    is_too_frequent := private.is_too_frequent(new);
    if is_too_frequent then
      new.score_reasons := new.score_reasons || array['too many messages in a short time'];
    end if;
    if not is_too_frequent and new.score < 5 then
      return new;
    end if;
    perform private.quarantine_lead(new);
    return null;
  exception
    -- Also what the checks reject: the table of leads says so in its own name.
    when others then
      raise warning 'a lead could not be quarantined, and it is stored: %', sqlstate;
      return new;
  end;
end;
$$;

-- After the statement: totals (lead_totals), who needs a reply (leads_needing_reply), and the notice to staff (outbox).
-- Only leads of callers are news. A notice says a number, so past a thousand that wait one more adds nothing, and where no
-- account is notified the queue stays bounded. A notice that cannot be queued costs no lead.
create function private.follow_up_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most_pending constant integer := 1000;
begin
  insert into public.lead_totals as kept (status, total)
  select added.status, count(*) from added group by added.status order by added.status
  on conflict (status) do update set total = kept.total + excluded.total;

  insert into public.leads_needing_reply (lead_id, since)
  select added.id, added.created_at from added where added.status in ('new', 'in_conversation');

  if tg_argv[0] = 'caller' then
    begin
      insert into private.pending_lead_notices (lead_id)
      select added.id
      from added
      limit greatest(
        0,
        most_pending - (
          select count(*) from (select from private.pending_lead_notices limit most_pending) as pending
        )
      );
    exception
      when others then
        raise warning 'no notice could be queued for a new lead: %', sqlstate;
    end;
  end if;
  return null;
end;
$$;

-- A changed lead is cleaned as a new one, and follows its service only when that changes.
create function private.revise_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new := private.clean_lead(new);
  if new.service_id is distinct from old.service_id then
    new := private.set_service_name(new);
  end if;
  return new;
end;
$$;

revoke execute on function
  private.limit_leads_of_transaction(), private.clean_lead(public.leads), private.set_service_name(public.leads),
  private.set_lead_origin(public.leads), private.quarantine_lead(public.leads), private.receive_lead(),
  private.follow_up_leads(), private.revise_lead()
  from public;

-- One of each two runs; `current_user` can be asked here only, because the functions have their owner's rights.
create trigger receive_lead_of_caller before insert on public.leads
  for each row when (current_user in ('anon', 'authenticated')) execute function private.receive_lead('caller');
create trigger receive_lead_of_server before insert on public.leads
  for each row when (current_user not in ('anon', 'authenticated')) execute function private.receive_lead('server');

create trigger follow_up_leads_of_caller after insert on public.leads
  referencing new table as added
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.follow_up_leads('caller');
create trigger follow_up_leads_of_server after insert on public.leads
  referencing new table as added
  for each statement when (current_user not in ('anon', 'authenticated'))
  execute function private.follow_up_leads('server');

create trigger revise_lead before update of name, email, company, phone, message, status, service_id on public.leads
  for each row execute function private.revise_lead();
