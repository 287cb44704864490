-- What received mail may take up in a day.

-- For the server, before it stores a large mail part by part.
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

-- In a day: 200 emails and 100 MB of a thread; 100 emails and 50 MB of a stranger, 2,000 and 500 MB of all of them. Who has
-- no signed address of ours can use up what strangers may store, but nothing of a thread.
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

-- Mail that is left in its mailbox is listed, at most 500 times in a day.
create function private.may_list_mail() returns boolean
  language sql stable set search_path = ''
as $$
  select count(*) < 500
  from public.received_mails as mail
  where mail.lead_id is null and mail.received_at > now() - interval '1 day'
    and mail.reason in ('too-large', 'over-limit');
$$;
