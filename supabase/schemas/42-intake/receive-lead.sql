-- What happens at an insert of a lead, in order. For each row before it is stored: receive_lead, require_email,
-- set_bounced_at (54-mail-in/bounces.sql). Then once for the statement: acknowledge_leads (a mail to the prospect,
-- 52-conversation/acknowledgements.sql), process_new_leads, realtime_insert (open inboxes). A lead "of a caller" came
-- through the API's roles anon or authenticated. Others are only cleaned and counted: samples, inserts with the
-- secret key, and inserts by functions with the rights of the database's owner, which have their own checks:
-- add_lead, book_consultation (admit_booking has the limits), make_lead_of_mail (triage), restore_quarantined_lead.

-- Cleans a lead and, if a caller sent it, checks, limits and perhaps quarantines it. Only the limits of a transaction
-- and of floods reject a valid lead, and a repeated one is dropped: if the header, its key or the quarantine fails, the
-- lead is stored without them. Local mode has no quarantine.
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
  perform private.check_lead_name(new.name);
  perform private.check_lead_email(new.email);

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
    -- Also if a check fails: the insert into leads then raises the error under the name of that table.
    when others then
      raise warning 'a lead could not be quarantined, and it is stored: %', sqlstate;
      return new;
  end;
end;
$$;

-- At most 20 leads in a transaction of a caller: a request may carry many rows, and everyone may insert leads. The
-- count is a setting of the transaction, which callers cannot change.
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

-- Trims texts, makes line ends LF and empty values null (P-143); an empty status becomes 'new'. A value over 10,000
-- bytes is rejected before anything reads it; the limit allows four bytes a character, and white space that is removed.
create function private.clean_lead(lead public.leads) returns public.leads
  language plpgsql immutable set search_path = ''
as $$
declare
  most constant integer := 10000;
  texts constant text[] := private.lead_fields() || 'status'::text;
  field text;
  size integer;
  given jsonb;
begin
  if pg_column_size(lead) > most then
    foreach field in array texts loop
      execute format('select octet_length(($1).%I)', field) into size using lead;
      if size > most then
        perform private.raise_check_violation('leads', format('leads_%s_length', field));
      end if;
    end loop;
  end if;
  given := to_jsonb(lead);
  lead := jsonb_populate_record(
    lead,
    (
      select jsonb_object_agg(
        name,
        case when name = 'message' then private.clean_text(given ->> name) else private.clean_line(given ->> name) end
      )
      from unnest(texts) as name
    )
  );
  lead.email := private.clean_text(private.visible_text(lead.email));
  lead.status := coalesce(lead.status, 'new');
  return lead;
end;
$$;

-- Not a check of the table, which would also reject changes of older leads, such as a new status.
create function private.check_lead_name(name text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if not private.has_visible_character(name) then
    perform private.raise_check_violation('leads', 'leads_name_visible');
  end if;
end;
$$;

-- An address from a form must be valid. The check of the table is looser, for older rows and senders of mail.
create function private.check_lead_email(email text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if not private.is_email(email) then
    perform private.raise_check_violation('leads', 'leads_email_format');
  end if;
end;
$$;

-- A lead keeps the name of its service if the service is renamed or deleted (G-46).
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

-- Updates lead_totals and leads_needing_reply and, for leads of callers, notifies staff (51-staff-mail).
create function private.process_new_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.lead_totals as kept (status, total)
  select added.status, count(*) from added group by added.status order by added.status
  on conflict (status) do update set total = kept.total + excluded.total;

  insert into public.leads_needing_reply (lead_id, since)
  select added.id, added.created_at from added where added.status in ('new', 'in_conversation');

  if tg_argv[0] = 'caller' then
    perform private.notify_staff('lead', added.id) from added;
  end if;
  return null;
end;
$$;

-- Cleans a changed lead like a new one, but a name that stays: nothing may be left of one from before the rules of today,
-- and its lead must be able to change. The name of the service is copied again only if the service changes.
create function private.revise_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := new.name;
begin
  new := private.clean_lead(new);
  if given = old.name then
    new.name := old.name;
  end if;
  if new.service_id is distinct from old.service_id then
    new := private.set_service_name(new);
  end if;
  return new;
end;
$$;

-- Only public.add_lead may insert a lead without an address; others get the error of a NOT NULL column. Its name makes
-- it fire after receive_lead.
create function private.require_email() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'null value in column "email" of relation "leads" violates not-null constraint'
    using errcode = '23502', schema = 'public', table = 'leads', column = 'email';
end;
$$;
