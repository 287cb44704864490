-- Which lead a received mail belongs to. Mail must not land in a wrong thread, so contradicting evidence means triage.

create type private.mail_match as (lead_id uuid, reason text, is_guess boolean, is_other_address boolean);

-- Mail that could not be read, or whose sender is unconfirmed, is placed by the signed token only: addresses and
-- Message-IDs can be forged.
create function private.place_of_mail(mail jsonb) returns private.mail_match
  language plpgsql stable set search_path = ''
as $$
declare
  kind constant text := mail ->> 'kind';
  place constant private.mail_match := private.match_mail(
    mail ->> 'from_address',
    array(select jsonb_array_elements_text(mail -> 'tokens')),
    array(select jsonb_array_elements_text(mail -> 'mail_ids')),
    kind in ('person', 'auto-reply')
  );
begin
  if place.reason in ('thread', 'sender') and kind <> 'bounce'
    and (kind = 'unreadable' or mail ->> 'sender_check' = 'unconfirmed')
  then
    return row(null, 'unconfirmed', false, false)::private.mail_match;
  end if;
  return place;
end;
$$;

-- A signed token decides; then the mails that the received mail answers; then, as a guess, the only open lead of the
-- sender. Two of our tokens are a contradiction, unless the mail also answers the thread of one of them.
create function private.match_mail(sender text, tokens text[], mail_ids text[], may_guess boolean)
  returns private.mail_match
  language plpgsql stable set search_path = ''
as $$
declare
  by_token constant uuid[] := array(
    select distinct private.lead_of_reply_token(token) from unnest(tokens[1:20]) as token
    where private.lead_of_reply_token(token) is not null
  );
  by_thread constant uuid[] := array(
    select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place
  );
  of_sender constant uuid[] := array(
    select leads.id from public.leads where leads.id = any (by_token || by_thread) and lower(leads.email) = lower(sender)
  );
  known uuid[];
begin
  if cardinality(by_token) > 0 then
    -- Of several tokens, the one whose thread the mail also answers, if the sender is its lead.
    known := array(select t from unnest(by_token) as t where cardinality(by_token) = 1 or t = any (by_thread));
    if cardinality(known) = 1 and known[1] = any (of_sender) then
      return row(known[1], 'token', false, false)::private.mail_match;
    elsif cardinality(by_token) > 1 or cardinality(of_sender) > 0 then
      return row(null, 'contradiction', false, false)::private.mail_match;
    end if;
    return row(by_token[1], 'token', false, true)::private.mail_match;
  end if;
  if exists (select from unnest(by_thread) as t where t = any (of_sender)) then
    return row((select t from unnest(by_thread) as t where t = any (of_sender) order by array_position(by_thread, t) limit 1),
      'thread', false, false)::private.mail_match;
  end if;
  -- A token that we did not sign is an attempt to get into a thread.
  if cardinality(tokens) > 0 then
    return row(null, 'forged-token', false, false)::private.mail_match;
  end if;
  if cardinality(by_thread) > 1 then
    return row(null, 'contradiction', false, false)::private.mail_match;
  elsif cardinality(by_thread) = 1 then
    return row(by_thread[1], 'thread', false, true)::private.mail_match;
  end if;
  if may_guess then
    known := array(
      select leads.id from public.leads
      where lower(leads.email) = lower(sender) and leads.erased_at is null and leads.status <> 'not_interested'
      limit 2
    );
    if cardinality(known) = 1 then
      return row(known[1], 'sender', true, false)::private.mail_match;
    elsif cardinality(known) > 1 then
      return row(null, 'several-leads', false, false)::private.mail_match;
    end if;
  end if;
  return row(null, 'unknown-sender', false, false)::private.mail_match;
end;
$$;

-- The token in the Reply-To address of mail to a lead: its ID and a signature. Everyone who has the mail knows it.
create function public.reply_token(lead uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select replace(lead::text, '-', '') || left(private.contact_hash('reply', lead::text), 20);
$$;
grant execute on function public.reply_token(uuid) to service_role;

-- The lead of a valid token, otherwise null. Both sides are hashed, so that the time of the comparison reveals nothing.
create function private.lead_of_reply_token(token text) returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  lead uuid;
begin
  if token !~ '^[0-9a-f]{52}$' then
    return null;
  end if;
  lead := left(token, 32)::uuid;
  if private.contact_hash('compare', right(token, 20))
    <> private.contact_hash('compare', left(private.contact_hash('reply', lead::text), 20))
  then
    return null;
  end if;
  return (select leads.id from public.leads where leads.id = lead and leads.erased_at is null);
end;
$$;

-- The leads of these Message-IDs, in their order. Ours contain the ID of the message, lead or booking, so they match
-- even if the server stopped before it stored a Message-ID.
create function private.leads_of_mail_ids(mail_ids text[]) returns table (lead_id uuid, place bigint)
  language sql stable set search_path = '' rows 2
as $$
  with given as (
    select part.mail_id, part.place from unnest(mail_ids[1:100]) with ordinality as part (mail_id, place)
  ),
  ours as (
    select given.place, match[1] as kind, match[2]::uuid as id
    from given,
      regexp_match(
        given.mail_id,
        '^<(reply|lead|booking)(?:-[a-z]+)?-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[0-9]+)?@'
      ) as match
    where match is not null
  ),
  found as (
    select message.lead_id, given.place
    from given join public.lead_messages as message on message.transport_id = given.mail_id
    union all
    select message.lead_id, ours.place
    from ours join public.lead_messages as message on ours.kind = 'reply' and message.id = ours.id
    union all
    select booking.lead_id, ours.place
    from ours join public.bookings as booking on ours.kind = 'booking' and booking.id = ours.id
    union all
    select ours.id, ours.place from ours where ours.kind = 'lead'
  )
  select found.lead_id, min(found.place)
  from found
  join public.leads on leads.id = found.lead_id and leads.erased_at is null
  group by found.lead_id
  order by 2;
$$;

-- From the headers of a mail, before it is read: whether it answers a mail of ours, and the texts that it may quote
-- (the mail reader compares them), which include those of the sender's leads.
create function public.answered_by_mail(tokens text[], mail_ids text[], sender text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with proven as (
    select private.lead_of_reply_token(token) as id from unnest(tokens[1:20]) as token
    union
    select found.lead_id from private.leads_of_mail_ids(mail_ids) as found
  ),
  known as materialized (
    (select proven.id from proven where proven.id is not null limit 5)
    union
    (
      select leads.id from public.leads
      where lower(leads.email) = lower(sender) and leads.erased_at is null
      order by leads.created_at desc limit 5
    )
  ),
  messages as materialized (
    select message.message, message.author_id
    from known
    cross join lateral (
      select * from public.lead_messages where lead_messages.lead_id = known.id
      order by lead_messages.created_at desc limit 30
    ) as message
  ),
  agency as (
    select settings.facts ->> 'name' as name, jsonb_path_query_first(settings.texts, '$.*.mailSignature') #>> '{}' as signature
    from public.agency_settings as settings order by settings.id desc limit 1
  ),
  texts as (
    select left(messages.message, 20000) as words from messages
    union
    select unnest(array[leads.name, leads.message]) from known join public.leads on leads.id = known.id
    union
    select unnest(array[profiles.full_name, profiles.reply_signature])
    from public.profiles where profiles.id in (select messages.author_id from messages)
    union
    select unnest(array[agency.name, agency.signature]) from agency
  )
  select jsonb_build_object(
    'is_answer', exists (select from proven where proven.id is not null),
    'texts', coalesce((select jsonb_agg(texts.words) from texts where texts.words is not null), '[]')
  );
$$;
grant execute on function public.answered_by_mail(text[], text[], text) to service_role;
