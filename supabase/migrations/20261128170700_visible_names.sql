-- 5 × create function, 2 × revoke all

set check_function_bodies = off;

-- Not a check of the table, which would also reject changes of older leads, such as a new status.
create or replace function private.check_lead_name(name text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if not private.has_visible_character(name) then
    perform private.raise_check_violation('leads', 'leads_name_visible');
  end if;
end;
$$;
-- Whether a reader would see anything of the text: a name of invisible characters only is none. The site has the same
-- rule (site/app/contact/has-visible-character.ts).
create or replace function private.has_visible_character(value text) returns boolean
  language sql immutable parallel safe
  return value ~ (
    '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f'
    '\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
  );
-- A lead from `fields`, cleaned and with a checked address. Unknown keys are ignored.
create or replace function private.new_lead(fields jsonb) returns public.leads
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
-- Cleans a lead and, if a caller sent it, checks, limits and perhaps quarantines it. Only the flood limit rejects a
-- valid lead: if the header, its key or the quarantine fails, the lead is stored unchanged. Local mode has no
-- quarantine.
create or replace function private.receive_lead() returns trigger
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
-- Creates a lead of the sender, with the time of the mail and the mail as its thread. Returns the lead.
create or replace function public.make_lead_of_mail(mail uuid) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail constant public.received_mails := private.mail_for_staff(mail);
  name constant text := private.clean_text(kept_mail.from_name);
  lead uuid;
begin
  if kept_mail.message_id is not null then
    return kept_mail.lead_id;
  end if;
  insert into public.leads (name, email, created_at)
  values (
    left(case when char_length(name) >= 2 and private.has_visible_character(name) then name else rpad(split_part(kept_mail.from_address, '@', 1), 2, '.') end, 100),
    kept_mail.from_address,
    kept_mail.received_at
  )
  returning id into lead;
  perform public.join_received_mail(mail, lead);
  return lead;
end;
$$;
REVOKE ALL ON FUNCTION "private"."check_lead_name"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."has_visible_character"(text) FROM PUBLIC;
