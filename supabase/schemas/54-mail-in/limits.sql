-- Daily limits of received mail.

-- Called by the server before it stores a large mail in parts.
create function public.is_mail_over_limit(mail jsonb) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  lead uuid := (private.place_of_mail(mail)).lead_id;
begin
  if mail ->> 'kind' = 'bounce' then
    lead := private.lead_of_bounce(array(select jsonb_array_elements_text(mail -> 'mail_ids')), lead);
  end if;
  return not exists (select from public.received_mails as known where known.content_key = mail ->> 'content_key')
    and private.is_over_mail_limit(lead, mail ->> 'from_address', (mail ->> 'size_bytes')::bigint);
end;
$$;
grant execute on function public.is_mail_over_limit(jsonb) to service_role;

-- In a day: 200 mails and 100 MB for a thread; for senders without a lead, 100 mails and 50 MB each, 2,000 mails and
-- 500 MB together. Senders without a lead cannot use up the limit of a thread.
create function private.is_over_mail_limit(lead uuid, sender text, bytes bigint) returns boolean
  language sql stable set search_path = ''
as $$
  select case
    when lead is not null then (
      select count(*) >= 200 or coalesce(sum(mail.size_bytes), 0) + bytes > 104857600
      from public.received_mails as mail
      where mail.lead_id = lead and mail.received_at > now() - interval '1 day'
        and mail.reason not in ('too-large', 'over-limit')
    )
    else (
      select count(*) >= 2000 or coalesce(sum(mail.size_bytes), 0) + bytes > 524288000
        or count(*) filter (where lower(mail.from_address) = lower(sender)) >= 100
        or coalesce(sum(mail.size_bytes) filter (where lower(mail.from_address) = lower(sender)), 0) + bytes > 52428800
      from public.received_mails as mail
      where mail.lead_id is null and mail.received_at > now() - interval '1 day'
        and mail.reason not in ('too-large', 'over-limit')
    )
  end;
$$;

-- Mail over a limit stays in its mailbox and is only listed, at most 500 mails a day.
create function private.may_list_mail() returns boolean
  language sql stable set search_path = ''
as $$
  select count(*) < 500
  from public.received_mails as mail
  where mail.lead_id is null and mail.received_at > now() - interval '1 day'
    and mail.reason in ('too-large', 'over-limit');
$$;
