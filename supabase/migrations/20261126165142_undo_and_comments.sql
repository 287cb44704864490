-- 4 × drop trigger, 56 × create function, 1 × create trigger, 87 × comment on, 2 × revoke all, 1 × grant execute

set check_function_bodies = off;

DROP TRIGGER "drop_follow_up_of_erased_lead" ON "public"."leads";
DROP TRIGGER "drop_mail_of_erased_lead" ON "public"."leads";
DROP TRIGGER "drop_notes_of_erased_lead" ON "public"."leads";
DROP TRIGGER "drop_reads_of_erased_lead" ON "public"."leads";
-- For leads from the site's forms that do not look like spam. At most one mail a day to an address, because anyone can
-- type it, and 60 an hour in all. If the mail cannot be queued, the lead is still stored.
create or replace function private.acknowledge_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  lead record;
begin
  if (
    select settings.facts ->> 'acknowledgement' from public.agency_settings as settings
    order by settings.id desc limit 1
  ) is distinct from 'sent' then
    return null;
  end if;
  for lead in
    select added.id, lower(added.email) as email from added
    where added.origin = 'site' and added.score < 5 and private.is_mail_address(added.email)
    order by lower(added.email), added.id
  loop
    perform pg_advisory_xact_lock(hashtextextended('acknowledgement:' || lead.email, 0));
    if not exists (
      select from public.leads as earlier
      join private.conversations as known on known.lead_id = earlier.id
      where lower(earlier.email) = lead.email and known.acknowledged_at > now() - interval '1 day'
    ) and (
      select count(*) < 60 from (
        select from private.conversations as known where known.acknowledged_at > now() - interval '1 hour' limit 60
      ) as recent
    ) then
      insert into private.conversations (lead_id, acknowledged_at) values (lead.id, now());
      perform private.queue_mail('received', lead => lead.id, unique_key => 'received:' || lead.id);
    end if;
  end loop;
  return null;
exception
  when others then
    raise warning 'no acknowledgement could be queued: %', sqlstate;
    return null;
end;
$$;
-- Arguments: the area; for up to how many records of one statement each gets an entry. More of them get one entry
-- together.
create or replace function private.audit_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := tg_argv[1];
  kind constant text := tg_table_name;
  many constant text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
  touched jsonb;
  total integer;
  change jsonb;
  content jsonb;
  id uuid;
  action text;
  details text[];
begin
  if not private.is_audited_caller() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select coalesce(max(part.total), 0), jsonb_agg(part.change) into total, touched
    from (
      select jsonb_build_object('after', to_jsonb(added)) as change, count(*) over () as total
      from added
      where not private.follows_by_itself(null, to_jsonb(added))
      limit most
    ) as part;
  elsif tg_op = 'UPDATE' then
    select coalesce(max(part.total), 0), jsonb_agg(part.change) into total, touched
    from (
      select
        jsonb_build_object('before', to_jsonb(removed), 'after', to_jsonb(added)) as change, count(*) over () as total
      from removed
      join added on added.id = removed.id
      where private.audited_changes(to_jsonb(removed), to_jsonb(added)) <> '{}'
        and not private.follows_by_itself(to_jsonb(removed), to_jsonb(added))
      limit most
    ) as part;
  else
    -- Samples that the server removes are not logged.
    select coalesce(max(part.total), 0), jsonb_agg(part.change) into total, touched
    from (
      select jsonb_build_object('before', to_jsonb(removed)) as change, count(*) over () as total
      from removed
      where not private.follows_by_itself(to_jsonb(removed), null)
        and (auth.uid() is not null or (to_jsonb(removed) ->> 'is_sample')::boolean is not true)
      limit most
    ) as part;
  end if;
  if total > most then
    perform private.audit(tg_argv[0], many, kind, amount => total);
    return null;
  end if;

  for change in select jsonb_array_elements(touched) loop
    content := coalesce(change -> 'after', change -> 'before');
    id := content ->> 'id';
    action := many;
    details := '{}';
    if tg_op = 'UPDATE' then
      details := private.audited_changes(change -> 'before', content);
      if 'is_published' = any (details) then
        action := case
          when content ->> 'is_published' <> 'true' then 'unpublished'
          when (content ->> 'published_at')::timestamptz > now() then 'scheduled'
          else 'published'
        end;
      end if;
    elsif exists (
      select from public.deleted_content as trash where trash.kind = tg_table_name and trash.record_id = id
    ) then
      -- The row in the trash is written before the record is deleted, and deleted after the record is restored.
      action := case tg_op when 'INSERT' then 'restored' else 'trashed' end;
    end if;
    perform private.audit(
      tg_argv[0], action, kind, id::text,
      coalesce(content ->> 'name', content ->> 'title', content ->> 'from_path'), details => details
    );
  end loop;
  return null;
end;
$$;
create or replace function private.can_be_undone(mail private.outbox) returns boolean
  language sql stable
  return mail.attempts = 0 and mail.details ? 'status' and mail.queued_at > now() - interval '1 minute';
create or replace function private.check_agency_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  language text;
  newest bigint;
begin
  if pg_column_size(new.facts) > 20000 or pg_column_size(new.texts) > 600000 then
    perform private.reject_oversized('agency_settings', 'agency_settings_size');
  end if;
  if jsonb_typeof(new.facts) <> 'object' or jsonb_typeof(new.texts) <> 'object' then
    raise check_violation using message = 'facts and texts must be objects';
  end if;
  perform private.check_agency_values('facts', new.facts);
  for language in select jsonb_object_keys(new.texts) loop
    if language !~ '^[a-z]{2}-[A-Z]{2}$' or jsonb_typeof(new.texts -> language) <> 'object' then
      raise check_violation using message = format('texts: %s is not a language code', left(language, 20));
    end if;
    perform private.check_agency_values('texts', new.texts -> language);
  end loop;
  perform pg_advisory_xact_lock(hashtextextended('agency_settings', 0));
  select max(id) into newest from public.agency_settings;
  if new.based_on is distinct from newest then
    raise sqlstate 'PT409' using message = 'The settings have changed. Reload and try again.';
  end if;
  return new;
end;
$$;
-- Raises a check violation that names the field. The caller limits the size of `given`.
create or replace function private.check_agency_values(part text, given jsonb) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  picture constant text :=
    '^(https?://[a-z0-9.:-]+)?/storage/v1/object/public/pictures/[0-9a-f-]{36}/[0-9]{1,4}x[0-9]{1,4}[.]webp$';
  field record;
  item text;
  items text[];
  problem text;
begin
  for field in
    select given_names.name, given -> given_names.name as value, fields.kind, fields.max_length, fields.max_lines,
      fields.is_required, fields.lowest, fields.highest
    from jsonb_object_keys(given) as given_names (name)
    left join private.agency_fields() as fields
      on fields.part = check_agency_values.part and fields.name = given_names.name
  loop
    items := array[]::text[];
    problem := null;
    if field.kind is null then
      problem := 'isn''t a field';
    elsif field.kind = 'number' then
      if jsonb_typeof(field.value) <> 'number' or field.value #>> '{}' !~ '^[0-9]{1,9}$'
        or not (field.value #>> '{}')::integer between field.lowest and field.highest then
        problem := format('a whole number from %s to %s', field.lowest, field.highest);
      end if;
    elsif field.kind = 'hours' then
      problem := private.hours_problem(field.value);
    elsif field.kind in ('lines', 'links', 'dates') then
      if jsonb_typeof(field.value) <> 'array' then
        problem := 'must be a list';
      elsif jsonb_array_length(field.value) > field.max_lines then
        problem := format('at most %s', field.max_lines);
      elsif field.is_required and jsonb_array_length(field.value) = 0 then
        problem := 'is missing';
      elsif exists (select from jsonb_array_elements(field.value) as one where jsonb_typeof(one) <> 'string') then
        problem := 'must be a list of text values';
      else
        items := array(select jsonb_array_elements_text(field.value));
      end if;
    elsif jsonb_typeof(field.value) <> 'string' then
      problem := 'must be text';
    else
      items := array[field.value #>> '{}'];
    end if;

    foreach item in array items loop
      problem := coalesce(problem, case
        when char_length(item) > field.max_length then format('at most %s characters', field.max_length)
        when btrim(item) = '' and (field.is_required or field.kind in ('lines', 'links', 'dates')) then 'is missing'
        when btrim(item) = '' then null
        when field.kind not in ('text', 'markdown') and item ~ '[[:cntrl:]]' then 'must be one line'
        when field.kind = 'phone' and (
          item !~ '^[+]?[0-9 ().-]+$' or char_length(regexp_replace(item, '[^0-9]', '', 'g')) not between 7 and 15
        ) then 'isn''t a phone number'
        when field.kind = 'dialled' and item !~ '^[+][1-9][0-9]{6,14}$' then 'isn''t a phone number with a country code'
        when field.kind = 'email' and not private.is_email(item) then 'isn''t an email address'
        when field.kind = 'links' and item !~ '^https://[^[:space:]<>"]+$' then 'must begin with https://'
        when field.kind = 'dates' and not private.is_day(item) then 'isn''t a date'
        when field.kind = 'picture' and item !~ picture then 'isn''t an uploaded picture'
        when field.kind = 'choice' and item !~ '^[a-z]+$' then 'isn''t a choice'
        when field.kind = 'colour' and item !~ '^#[0-9a-f]{6}$' then 'isn''t a colour'
        when field.kind = 'zone' and not exists (select from pg_catalog.pg_timezone_names where name = item)
          then 'isn''t a time zone'
      end);
    end loop;

    if problem is not null then
      raise check_violation using
        message = format('%s: %s', field.name, problem),
        schema = 'public', table = 'agency_settings', constraint = 'agency_settings_fields';
    end if;
  end loop;
end;
$$;
-- Stores the path in lower case. A redirect never leads to another one, so there are no loops. The lock serializes
-- writers.
create or replace function private.check_redirect() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  goal text;
begin
  new.from_path := lower(new.from_path);
  goal := lower(regexp_replace(new.target, '[?#].*$', ''));
  if goal <> '/' then
    goal := rtrim(goal, '/');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('redirects', 0));
  if goal = new.from_path then
    raise exception 'This redirect would lead back to itself.' using errcode = 'P0001', detail = 'redirect_loop';
  end if;
  if exists (
    select from public.redirects as next_one where next_one.from_path = goal and next_one.id <> new.id
  ) then
    raise exception 'The target is also redirected. Enter the address it leads to.'
      using errcode = 'P0001', detail = 'redirect_chain';
  end if;
  if exists (
    select from public.redirects as before_it
    where before_it.id <> new.id
      and lower(regexp_replace(before_it.target, '[?#].*$', '')) in (new.from_path, new.from_path || '/')
  ) then
    raise exception 'Another redirect leads here. Change that one first.'
      using errcode = 'P0001', detail = 'redirect_target';
  end if;
  return new;
end;
$$;
-- Messages from and to the prospect, the newest first, the request last. Not included: what a colleague only logged,
-- the text of a lead that a colleague added, and a reply that can still be undone.
create or replace function private.conversation_messages(lead uuid, before uuid, most integer)
  returns table (from_staff boolean, author text, message text, sent_at timestamptz)
  language sql stable set search_path = '' rows 50
as $$
  select * from (
    (
      select
        part.sender_type = 'admin',
        case when part.sender_type = 'admin' and profiles.full_name !~ '@' then nullif(btrim(profiles.full_name), '') end,
        part.message,
        part.created_at
      from public.lead_messages as part
      left join public.profiles on profiles.id = part.author_id
      left join public.lead_messages as mailed on mailed.id = before
      where part.lead_id = lead
        and case when part.sender_type = 'admin' then part.delivery_state is not null else part.author_id is null end
        and not exists (
          select from private.outbox where outbox.message_id = part.id and private.can_be_undone(outbox)
        )
        and (before is null or (part.created_at, part.id) < (mailed.created_at, mailed.id))
      order by part.created_at desc, part.id desc
      limit most
    )
    union all
    select false, null, leads.message, leads.created_at from public.leads
    where leads.id = lead and leads.message is not null and leads.origin is distinct from 'staff'
  ) as thread
  limit most;
$$;
-- Deletes the rows of an erased lead. Arguments: the tables.
create or replace function private.drop_rows_of_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  name text;
begin
  foreach name in array tg_argv loop
    execute format('delete from %s where lead_id = $1', name) using new.id;
  end loop;
  return null;
end;
$$;
-- The leads that a term matches. Null if there are more than 1,000, or more than 300 for a short term, which takes 0.1
-- ms a lead. Only the trigram indexes are used: because of the limit, the planner would otherwise read the table for a
-- rare term.
create or replace function private.few_leads_of_term(pattern text, short text) returns uuid[]
  language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off
  set plan_cache_mode = 'force_custom_plan' set jit = off
as $$
declare
  most constant integer := case when short is null then 1000 else 300 end;
  found_ids uuid[];
begin
  -- @ and . are in every address, and no trigram finds them
  if pattern in ('%@%', '%.%') then
    return null;
  end if;
  found_ids := array(
    select leads.id
    from public.leads
    where private.lead_search_text(leads.name, leads.email, leads.company) like pattern
      and (short is null or private.lead_search_hex(leads.name, leads.email, leads.company) ~ short)
    limit most + 1
  );
  return case when cardinality(found_ids) <= most then found_ids end;
end;
$$;
-- Null if the value is an object of days, each with an opening time and a later closing time; otherwise the problem.
create or replace function private.hours_problem(value jsonb) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  time constant text := '^([01][0-9]|2[0-3]):[0-5][0-9]$';
  day record;
begin
  if jsonb_typeof(value) <> 'object' then
    return 'must be an object of days';
  end if;
  for day in select key, jsonb_each.value from jsonb_each(value) loop
    if day.key <> all (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) then
      return 'has an unknown day';
    end if;
    if jsonb_typeof(day.value) <> 'array' or jsonb_array_length(day.value) <> 2
      or coalesce(day.value ->> 0, '') !~ time or coalesce(day.value ->> 1, '') !~ time then
      return 'needs two times';
    end if;
    if day.value ->> 0 >= day.value ->> 1 then
      return 'must close after it opens';
    end if;
  end loop;
  return null;
end;
$$;
-- By the choice of a colleague, and not while they are in the dashboard. One of five mails a day may leave at night, the
-- others from 8, 11, 14 and 17 on. What is late waits 15 minutes, and a refused address four hours.
create or replace function private.is_digest_due(colleague uuid, is_late boolean, moment timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when state.problem is not null and rested < interval '4 hours' then false
    when is_late then rested >= interval '15 minutes'
    when moment - state.seen_at between interval '0' and interval '2 minutes' then false
    when profiles.mail_frequency = 'immediately' then rested >= interval '5 minutes'
    when profiles.mail_frequency = 'daily' then moment >= morning and coalesce(state.queued_at < morning, true)
    when rested < interval '1 hour' then false
    when state.queued_on = here.day
    then state.queued < least(5, 1 + greatest(0, (here.hour - 5) / 3))
    else coalesce(state.queued < 5, true) or here.hour >= 8
  end
  from private.business_settings() as settings
  cross join lateral (select moment at time zone settings.zone as time) as there
  cross join lateral (select there.time::date as day, extract(hour from there.time)::integer as hour) as here
  cross join lateral private.business_morning(here.day) as morning
  left join private.staff_mail as state on state.colleague_id = colleague
  left join public.profiles on profiles.id = colleague
  cross join lateral (
    select case when state.queued_at <= moment then moment - state.queued_at else interval '1 day' end as rested
  ) as pause;
$$;
-- Also binds functions with the owner's rights: an erasure may remove names, and an entry may be deleted after 24
-- months. Nothing else changes or deletes an entry.
create or replace function private.keep_audit_log() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '24 months' then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    if (new.id, new.created_at, new.account_id, new.area, new.action, new.kind, new.amount, new.details)
        is not distinct from
        (old.id, old.created_at, old.account_id, old.area, old.action, old.kind, old.amount, old.details)
      and (new.account_name is null or new.account_name = old.account_name)
      and (new.network is null or new.network = old.network)
      and (new.record_id is null or new.record_id = old.record_id)
      and (new.record_name is null or new.record_name = old.record_name)
    then
      return new;
    end if;
  end if;
  raise exception 'The audit log can''t be changed.' using errcode = '42501';
end;
$$;
-- A page of a list: `sort` is newest, oldest, waiting or none; `after_*` is the last row of the previous page. The
-- query contains only the given filters, so that each combination is planned for its own index. A list of work
-- (waiting, late, due, mentions) with a term: if the list or the matches of the term are at most 1,000 leads, only
-- those are read; otherwise the first 200 leads of the list are compared, then further leads in order until the page is
-- full.
create or replace function private.list_leads(
  sort text, term text, status_filter text, only_needing_reply boolean, assignee uuid, only_unassigned boolean, need text,
  after_at timestamptz, after_id uuid, most integer
) returns table (id uuid, at timestamptz)
  language plpgsql stable security definer set search_path = '' rows 50
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  short constant text := private.short_search_pattern(term);
  source constant text := case
    when coalesce(only_needing_reply, false) or need = 'late' or sort = 'waiting' then 'leads_needing_reply'
    when need = 'due' then 'lead_follow_ups'
    else 'leads'
  end;
  is_plain constant boolean := source = 'leads' and need is null;
  -- Whether a filter needs columns that the list does not have.
  asks_leads constant boolean := pattern <> '%%' or (
    source = 'lead_follow_ups'
    and (status_filter is not null or assignee is not null or coalesce(only_unassigned, false))
  );
  is_compared boolean := pattern <> '%%';
  is_listed boolean := false;
  few uuid[];
  others uuid[];
  walks boolean;
  first_at timestamptz;
  last_at timestamptz;
  found integer;
  tables text := 'public.leads';
  lead text := 'leads.id';
  key text := 'leads.created_at';
  direction constant text := case when sort = 'newest' then 'desc' else '' end;
  of_leads text[];
  conditions text[];
begin
  if pattern is null or not public.can_handle_leads() then
    return;
  end if;
  if need in ('due', 'mention') or (is_compared and not is_plain) then
    few := private.few_leads_of_work(need, source = 'leads_needing_reply', status_filter, assignee, only_unassigned);
    is_listed := few is not null;
  end if;
  if few is null and is_compared and not is_plain then
    few := private.few_leads_of_term(pattern, short);
    is_compared := few is null;
  end if;
  if need in ('due', 'mention') and not is_listed and source <> 'lead_follow_ups' then
    others := array(
      select due.lead_id from public.lead_follow_ups as due where need = 'due' and due.due_at <= now()
      union all
      select mention.lead_id from public.lead_mentions as mention where need = 'mention' and mention.user_id = auth.uid()
    );
  end if;

  of_leads := array[
    case when is_compared then 'private.lead_search_text(leads.name, leads.email, leads.company) like $2' end,
    case when is_compared and is_plain and short is not null
      then 'private.lead_search_hex(leads.name, leads.email, leads.company) ~ $3' end,
    case when status_filter is not null then 'leads.status = $4' end,
    case when assignee is not null then 'leads.assignee_id = $5' end,
    case when only_unassigned then 'leads.assignee_id is null' end
  ];
  if is_listed then
    -- offset 0: the planner does not merge the subquery, so these leads are read first
    tables := '(select * from public.leads where leads.id = any ($1) offset 0) as leads';
    if sort = 'waiting' then
      tables := tables || ' join public.leads_needing_reply as work on work.lead_id = leads.id';
      key := 'work.since';
    end if;
    conditions := of_leads;
  elsif source = 'leads' then
    conditions := of_leads || case when few is not null then 'leads.id = any ($1)' end;
  else
    tables := format('public.%I as work', source);
    lead := 'work.lead_id';
    key := case when sort = 'waiting' then 'work.since' else 'work.lead_at' end;
    conditions := array[
      case when few is not null then 'work.lead_id = any ($1)' end,
      case when need = 'late' then 'work.target_at <= now()' end,
      case when source = 'lead_follow_ups' then 'work.due_at <= now()' end
    ] || case when source = 'leads_needing_reply' then array[
      case when status_filter is not null then 'work.status = $4' end,
      case when assignee is not null then 'work.assignee_id = $5' end,
      case when only_unassigned then 'work.assignee_id is null' end
    ] end;
    if asks_leads and few is not null then
      tables := tables || ' join public.leads on leads.id = work.lead_id';
      conditions := conditions || of_leads;
    end if;
  end if;
  -- "is true": the planner compares in memory instead of looking up each ID
  conditions := conditions
    || case when others is not null then format('(%s = any ($8)) is true', lead) end
    || case when after_at is not null then format(
      '(%s, %s) %s ($6, coalesce($7, ''00000000-0000-0000-0000-000000000000''))',
      key, lead, case when sort = 'newest' then '<' else '>' end
    ) end;
  walks := asks_leads and few is null and source <> 'leads';
  if not walks then
    return query execute format(
      'select %s, %s from %s %s %s limit $9', lead, key, tables, private.all_of(conditions),
      case when sort <> 'none' then format('order by %s %s, %s %s', key, direction, lead, direction) end
    )
    using few, pattern, short, status_filter, assignee, after_at, after_id, others, most;
    return;
  end if;

  for part in 1..2 loop
    execute format(
      'select array_agg(listed.lead_id), min(listed.lead_at), max(listed.lead_at)
       from (select work.lead_id, work.lead_at from %s %s order by %s %s, work.lead_id %s %s) as listed',
      tables, private.all_of(conditions), key, direction, direction, case part when 1 then 'limit 200' else 'offset 200' end
    ) into few, first_at, last_at
    using few, pattern, short, status_filter, assignee, after_at, after_id, others;
    exit when few is null;
    return query execute format(
      'select leads.id, %1$s from %2$s %3$s %4$s order by %1$s %5$s, leads.id %5$s limit $6',
      case when sort = 'waiting' then 'work.since' else 'leads.created_at' end,
      case part when 1 then '(select * from public.leads where leads.id = any ($1) offset 0) as leads' else 'public.leads' end,
      case when sort = 'waiting' then 'join public.leads_needing_reply as work on work.lead_id = leads.id'
        || case part when 1 then ' and work.lead_id = any ($1)' else '' end end,
      private.all_of(of_leads || case when part = 2 then array[
        '(leads.id = any ($1)) is true', 'leads.created_at between $7 and $8'
      ] end),
      direction
    )
    using few, pattern, short, status_filter, assignee, most, first_at, last_at;
    get diagnostics found = row_count;
    most := most - found;
    exit when most = 0;
    few := null;
  end loop;
end;
$$;
-- Returns the mail and locks it; for agents and owners.
create or replace function private.mail_for_staff(mail uuid) returns public.received_mails
  language plpgsql volatile set search_path = ''
as $$
declare
  kept_mail public.received_mails;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
  select * into kept_mail from public.received_mails where received_mails.id = mail for update;
  if kept_mail.id is null then
    raise exception 'This email no longer exists.' using errcode = 'PT404', hint = 'Refresh the list.';
  end if;
  return kept_mail;
end;
$$;
-- The signed token decides; then the mails that it answers; then, as a guess, the only open lead of its sender. Two
-- of our tokens in one mail are a contradiction, unless it also answers the thread of one of them.
create or replace function private.match_mail(sender text, tokens text[], mail_ids text[], may_guess boolean)
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
-- Quarantines an answer that looks like spam, and returns true. If that fails, it returns false and the answer is
-- stored.
create or replace function private.quarantine_message(token text, given text, known uuid, answer uuid, words text) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  suspect public.leads;
begin
  -- For an answer, the site's server signs the token in place of the name.
  suspect := private.set_lead_origin(
    jsonb_populate_record(null::public.leads, jsonb_build_object('name', token, 'message', given)), 'answer'
  );
  if suspect.score < 5 or coalesce((select settings.local_mode from public.settings), false) then
    return false;
  end if;
  perform private.quarantine_lead(jsonb_populate_record(suspect, jsonb_build_object(
    'id', answer, 'created_at', now(), 'reply_count', 0, 'locale', 'en-CA', 'is_sample', false, 'status', 'new',
    'name', leads.name, 'email', leads.email, 'message', left(words, 2000), 'content_hash', null,
    'score_reasons', '["an answer in a conversation"]'::jsonb || to_jsonb(suspect.score_reasons)
  )))
  from public.leads where leads.id = known;
  insert into private.quarantined_messages (id, lead_id, message) values (answer, known, words);
  return true;
exception
  when others then
    raise warning 'an answer could not be quarantined, and it is stored: %', sqlstate;
    return false;
end;
$$;
-- Queues what is due; claim_mail calls it, one server at a time. With more to list, a digest that waits is another mail:
-- tried at once, and as often as a new one.
create or replace function private.queue_digests(moment timestamptz default now()) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  available constant uuid[] := array(select staff.id from private.available_staff() as staff);
  moved record;
  due uuid[];
  grown uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('staff_notifications', 0)) then
    return;
  end if;
  -- Others are told in place of who is away or left the team; a mention waits.
  for moved in
    delete from private.staff_notifications as gone
    where available <> '{}' and coalesce(gone.colleague_id <> all (available) and gone.kind <> 'mention', true)
      and not private.is_being_sent(gone.mail_id)
    returning gone.kind, gone.lead_id
  loop
    perform private.notify_staff(moved.kind, moved.lead_id);
  end loop;
  due := array(
    select mail.colleague_id from private.outbox as mail where mail.kind = 'digest' and not private.is_being_sent(mail.id)
    union
    select fresh.colleague_id from private.staff_notifications as fresh where fresh.mail_id is null
    group by fresh.colleague_id having private.is_digest_due(fresh.colleague_id, bool_or(fresh.kind = 'late'), moment)
  );
  delete from private.staff_notifications as told where told.colleague_id = any (due) and private.is_settled(told, available);
  with replaced as (
    delete from private.outbox as mail
    where mail.kind = 'digest' and (mail.leased_until is null or mail.leased_until <= now()) and (
      (available <> '{}' and mail.colleague_id <> all (available))
      or not exists (select from private.staff_notifications as told where told.mail_id = mail.id)
      or exists (
        select from private.staff_notifications as further
        where further.colleague_id = mail.colleague_id and further.mail_id is null
      )
    )
    returning mail.colleague_id
  )
  select coalesce(array_agg(replaced.colleague_id), '{}') into grown from replaced;
  with queued as (
    insert into private.outbox (kind, colleague_id)
    select 'digest', fresh.colleague_id from private.staff_notifications as fresh
    where fresh.mail_id is null and fresh.colleague_id = any (due) and fresh.colleague_id = any (available)
    group by fresh.colleague_id
    having fresh.colleague_id = any (grown) or private.is_digest_due(fresh.colleague_id, bool_or(fresh.kind = 'late'), moment)
    returning id, colleague_id
  ),
  counted as (
    insert into private.staff_mail as state (colleague_id, queued_at, queued_on, queued)
    select queued.colleague_id, moment, private.business_day(moment), 1 from queued where queued.colleague_id <> all (grown)
    on conflict (colleague_id) do update
    set queued_at = excluded.queued_at, queued_on = excluded.queued_on,
      queued = 1 + case when state.queued_on = excluded.queued_on then state.queued else 0 end
  )
  update private.staff_notifications as told set mail_id = queued.id
  from queued where told.colleague_id = queued.colleague_id and told.mail_id is null;
end;
$$;
-- A reply leaves ten seconds after it was written, so that it can be undone; `details` is how its lead was.
create or replace function private.queue_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (kind, message_id, lead_id, in_order_at, next_try_at, details)
  select 'reply', new.id, new.lead_id, new.created_at, now() + interval '10 seconds', jsonb_build_object(
    'status', leads.status, 'last_reply_at', leads.last_reply_at, 'follow_up', due.due_on
  )
  from public.leads
  left join public.lead_follow_ups as due on due.lead_id = leads.id and due.due_at <= now()
  where leads.id = new.lead_id;
  return null;
end;
$$;
-- Normalizes what was entered: addresses in lower case, phone numbers as digits.
create or replace function private.read_contacts(given text[]) returns private.contacts
  language plpgsql immutable set search_path = ''
as $$
declare
  found private.contacts := row(array[]::text[], array[]::text[]);
  contact text;
  address text;
begin
  if given is null or cardinality(given) not between 1 and 20 then
    raise exception 'Enter an email address or a phone number.' using errcode = '22023';
  end if;
  foreach contact in array given loop
    address := private.clean_text(private.visible_text(left(contact, 300)));
    if char_length(contact) <= 255 and address ~ '^[^@\s]+@[^@\s]+$' then
      found.emails := found.emails || lower(address);
    elsif char_length(contact) <= 40 and private.phone_without_extension(address) ~ '^[+]?[0-9\s().-]+$'
      and char_length(private.phone_digits(contact)) between 7 and 15
    then
      found.phones := found.phones || private.phone_digits(contact);
    else
      raise exception '"%" isn''t an email address or a phone number.', left(contact, 40)
        using errcode = '22023', hint = 'Enter the whole address, or the number with its area code.';
    end if;
  end loop;
  return found;
end;
$$;
-- The same report within a day is stored once. More than 60 reports in ten minutes or 1,000 in a day, from all
-- visitors, are rejected.
create or replace function private.receive_feedback() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.message), octet_length(new.page), octet_length(new.name), octet_length(new.reply_to))
    > 20000 then
    perform private.reject_oversized('accessibility_feedback', 'accessibility_feedback_message_length');
  end if;
  new.message := private.clean_text(new.message);
  new.page := private.clean_text(new.page);
  new.name := private.clean_text(new.name);
  new.reply_to := private.clean_text(new.reply_to);
  -- Serialized, so that the same report is recognized if it arrives twice at once.
  perform pg_advisory_xact_lock(hashtextextended('accessibility_feedback', 0));
  if exists (
    select from public.accessibility_feedback as earlier
    where earlier.created_at > now() - interval '1 day'
      and earlier.message = new.message
      and earlier.page is not distinct from new.page
      and earlier.name is not distinct from new.name
      and earlier.reply_to is not distinct from new.reply_to
  ) then
    return null;
  end if;
  if (
    select count(*) >= 60 or exists (
      select from public.accessibility_feedback as earlier
      where earlier.created_at > now() - interval '1 day'
      order by earlier.created_at desc
      offset 999 limit 1
    )
    from public.accessibility_feedback as recent
    where recent.created_at > now() - interval '10 minutes'
  ) then
    raise exception 'Too many messages in a short time.'
      using errcode = 'PT429', hint = 'Wait ten minutes, then try again.';
  end if;
  return new;
end;
$$;
-- Keeps the time of the first response, and stores the author of the newest one.
create or replace function private.receive_feedback_response() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.response := private.clean_text(new.response);
  if new.response is null then
    raise exception 'Enter a response.' using errcode = 'P0001', hint = 'Describe what you answered or changed.';
  end if;
  new.responded_at := coalesce(old.responded_at, now());
  new.responded_by := auth.uid();
  return new;
end;
$$;
-- Cleans a lead and, if a caller sent it, checks, limits and perhaps quarantines it. Of valid leads, only the flood
-- limit rejects one: if the header, its key or the quarantine fails, the lead is stored as it came. Local mode has no
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
-- The network address of the request: IPv4 in full, IPv6 as its first 64 bits, as the site's server writes it; null if
-- it is unknown. Hosted Supabase gets it from Cloudflare; elsewhere the last proxy appends it to x-forwarded-for.
create or replace function private.request_address() returns text
  language plpgsql stable set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  named constant text := coalesce(
    headers ->> 'cf-connecting-ip',
    (regexp_match(headers ->> 'x-forwarded-for', '([^,\s]+)\s*$'))[1]
  );
  address inet;
  hex text;
begin
  if named is null then
    return null;
  end if;
  address := named::inet;
  if family(address) = 4 then
    return host(address);
  end if;
  -- inet_send() begins with four bytes of metadata; each group is two bytes.
  hex := encode(substring(inet_send(address) from 5 for 8), 'hex');
  return (
    select string_agg(to_hex(('x' || substr(hex, place * 4 + 1, 4))::bit(16)::integer), ':' order by place)
    from generate_series(0, 3) as place
  ) || '::/64';
exception
  when others then
    return null;
end;
$$;
create or replace function private.require_lead_handler() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
end;
$$;
-- A further reply is a reason to try those before it at once, instead of waiting with them for hours.
create or replace function private.retry_earlier_replies() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox set next_try_at = now()
  where outbox.lead_id = new.lead_id and outbox.in_order_at < new.in_order_at and outbox.lease is null
    and outbox.attempts > 0
    and outbox.next_try_at > now();
  return null;
end;
$$;
create or replace function private.set_follow_up() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.business_day(now());
begin
  if new.due_on < today or new.due_on > today + 1100 then
    raise exception 'Choose today or a later day.' using errcode = '23514', detail = 'day_out_of_range';
  end if;
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person’s data was erased.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  new.due_at := private.business_morning(new.due_on);
  new.set_by := coalesce(auth.uid(), new.set_by);
  return new;
end;
$$;
create or replace function private.set_handled_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  -- A reply sets the status too. Then the reply itself determines which messages are answered.
  if new.last_reply_at is not distinct from old.last_reply_at then
    new.handled_at := now();
  end if;
  return new;
end;
$$;
-- `lead` is an ID that the caller makes, so that a retry adds no second lead. Texts are cleaned and checked like a
-- visitor's. There is no spam score and no mail to the person.
create or replace function public.add_lead(
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
-- Sets the email address of a lead that was added with a phone number only. An existing address is not replaced.
create or replace function public.add_lead_email(lead uuid, email text) returns void
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
-- Returns `sent`, `expired`, or null for an invalid token. The same `key` (made for each form) and text, or the same
-- text within ten minutes, is stored once. An answer that looks like spam is quarantined; the prospect gets `sent` too.
create or replace function public.answer_conversation(token text, message text, key uuid default null) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  words constant text := case when octet_length(message) <= 20000 then private.clean_text(message) end;
  claims constant text := current_setting('request.jwt.claims', true);
  known record;
  answer uuid;
begin
  select * into known from private.conversation_of(token);
  if known.lead_id is null then
    return null;
  elsif known.expires_at <= now() then
    return 'expired';
  elsif words is null or char_length(words) > 5000 then
    raise exception 'Enter a message of up to 5,000 characters.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_messages:' || known.lead_id, 0));
  answer := case
    when key is null then gen_random_uuid()
    else private.contact_hash('answer', known.lead_id || ' ' || key || ' ' || words)::uuid
  end;
  if exists (select from public.lead_messages as part where part.id = answer) or exists (
    select from public.lead_messages as part
    where part.lead_id = known.lead_id and part.created_at > now() - interval '10 minutes'
      and part.author_id is null and part.sender_type <> 'admin' and part.message = words
  ) or exists (
    select from private.quarantined_messages as held
    where held.lead_id = known.lead_id
      and (held.id = answer or (held.message = words and held.quarantined_at > now() - interval '10 minutes'))
  ) then
    return 'sent';
  end if;
  if (
    select count(*) >= 50 or count(*) filter (where part.at > now() - interval '10 minutes') >= 10
    from (
      select sent.created_at as at from public.lead_messages as sent
      where sent.lead_id = known.lead_id and sent.created_at > now() - interval '1 day' and sent.sender_type <> 'admin'
      union all
      select held.quarantined_at from private.quarantined_messages as held
      where held.lead_id = known.lead_id and held.quarantined_at > now() - interval '1 day'
    ) as part
  ) then
    raise exception 'Too many messages in a short time.'
      using errcode = 'PT429', hint = 'Wait ten minutes, then try again.';
  end if;
  if private.quarantine_message(token, message, known.lead_id, answer, words) then
    return 'sent';
  end if;
  -- The author is the prospect, even if a colleague is signed in.
  perform set_config('request.jwt.claims', '{}', true);
  insert into public.lead_messages (id, lead_id, message, sender_type) values (answer, known.lead_id, words, 'lead');
  perform private.notify_staff('answer', known.lead_id);
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return 'sent';
end;
$$;
-- Returns `outcome`: booked (with the token of its page), held (looks like spam; quarantined for staff) or taken
-- (nothing is stored). The same submission is booked once.
create or replace function public.book_consultation(slot timestamptz, fields jsonb, zone text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  lead public.leads := private.new_lead(fields);
  admitted record;
  booking public.bookings;
begin
  if not public.booking_is_open() then
    raise exception 'Online booking is closed.' using errcode = 'PT404';
  end if;
  if slot is null or octet_length(zone) > 200 then
    raise exception 'Choose a time.' using errcode = '22023';
  end if;
  perform private.share_bookings();
  select * into admitted from private.admit_booking(lead);
  lead := admitted.lead_kept;
  select * into booking from public.bookings where bookings.submission_key = lead.submission_key;
  if booking.id is not null then
    return jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id));
  end if;
  if not private.is_offered(slot) then
    return '{"outcome": "taken"}';
  end if;
  if admitted.is_held then
    lead.message := left(concat_ws(e'\n\n', 'Asked for a consultation: ' || private.booking_time(slot), lead.message), 2000);
    perform private.quarantine_lead(lead);
    return '{"outcome": "held"}';
  end if;
  begin
    insert into public.bookings (
      lead_id, starts_at, ends_at, held_until, visitor_zone, submission_key, address_hash
    )
    select private.lead_of_booking(lead), slot, slot + call.length, slot + call.length + make_interval(mins => buffer_minutes),
      (select known.name from pg_catalog.pg_timezone_names as known where known.name = zone), lead.submission_key,
      lead.address_hash
    from public.booking_settings, (select private.consultation_length() as length) as call
    on conflict do nothing
    returning * into booking;
    if booking.id is null then
      -- Rolls back the lead that was inserted for this booking.
      raise exclusion_violation;
    end if;
  exception
    when exclusion_violation then
      select * into booking from public.bookings where bookings.submission_key = lead.submission_key;
      return case
        when booking.id is null then '{"outcome": "taken"}'::jsonb
        else jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id))
      end;
  end;
  perform private.note_booking(booking.lead_id, private.words_of_booking(lead, booking.lead_id, slot));
  perform private.queue_booking_mails(booking, 'booked', true);
  return jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id));
end;
$$;
-- Books a call for a lead, also while online booking is closed; a retry returns the same booking. The lead gets the
-- mails that a visitor who books gets, and needs no reply any more.
create or replace function public.book_for_lead(lead uuid, slot timestamptz) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_lead_handler();
  perform private.lock_bookings();
  perform from public.leads where leads.id = lead and leads.erased_at is null for no key update;
  if not found then
    raise exception 'This lead no longer exists.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  select * into booking from public.bookings as known
  where known.lead_id = lead and known.starts_at = slot and known.state = 'booked';
  if booking.id is not null then
    return booking.id;
  end if;
  if not exists (select from public.free_slots_for() as free where free.starts_at = slot) then
    raise exception 'This time isn''t available.' using errcode = 'P0001', hint = 'Choose another one.';
  end if;
  insert into public.bookings (lead_id, starts_at, ends_at, held_until, by_staff)
  select lead, slot, slot + call.length, slot + call.length + make_interval(mins => settings.buffer_minutes), true
  from public.booking_settings as settings, (select private.consultation_length() as length) as call
  returning * into booking;
  perform private.queue_booking_mails(booking, 'booked', false);
  perform public.mark_answered(lead);
  return booking.id;
end;
$$;
-- Sets the status or the assignee (none with `unassign`) of leads, with the caller's rights. Returns a row for each
-- lead that exists and is not erased, with its former values for restore_leads.
create or replace function public.change_leads(
  leads uuid[], status text default null, assignee uuid default null, unassign boolean default false
) returns table (
  lead_id uuid, is_changed boolean, former_status text, former_assignee uuid, former_handled_at timestamptz
)
  language plpgsql volatile set search_path = '' rows 50
as $$
#variable_conflict use_column
declare
  wanted constant uuid[] := change_leads.leads;
  next_status constant text := change_leads.status;
  next_assignee constant uuid := change_leads.assignee;
  gives constant boolean := change_leads.unassign or next_assignee is not null;
  former jsonb;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if cardinality(wanted) > 200 then
    raise exception 'You can change up to 200 leads at once.' using errcode = 'P0001', hint = 'Select fewer leads.';
  end if;
  if (next_status is null and not gives) or (change_leads.unassign and next_assignee is not null) then
    raise exception 'Choose a status or an assignee.' using errcode = '22023';
  end if;
  -- in the order of IDs, so that two calls cannot deadlock
  with locked as (
    select lead.id, lead.status, lead.assignee_id, lead.handled_at
    from public.leads as lead
    where lead.id = any (wanted) and lead.erased_at is null
    order by lead.id
    for no key update
  )
  select coalesce(jsonb_agg(to_jsonb(locked)), '[]') into former from locked;
  return query
  with known as (
    select found.*,
      (next_status is not null and found.status is distinct from next_status)
        or (gives and found.assignee_id is distinct from next_assignee) as is_other
    from jsonb_to_recordset(former) as found (id uuid, status text, assignee_id uuid, handled_at timestamptz)
  ), written as (
    update public.leads as lead
    set status = coalesce(next_status, lead.status),
      assignee_id = case when gives then next_assignee else lead.assignee_id end
    from known
    where lead.id = known.id and known.is_other
    returning lead.id
  )
  select known.id, written.id is not null, known.status, known.assignee_id, known.handled_at
  from known
  left join written on written.id = known.id;
end;
$$;
-- For staff: removes the mark from all leads with the address of this one.
create or replace function public.clear_bounced_address(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  perform private.set_bounced((select leads.email from public.leads where leads.id = lead), null);
end;
$$;
-- Corrects the given fields in all leads of the person, and returns the number of leads. If the person is on the
-- do-not-contact list, a new address is added to it.
create or replace function public.correct_person(
  contacts text[], name text default null, email text default null, phone text default null, company text default null
) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted private.contacts;
  lead_ids uuid[];
  waiting_ids uuid[];
  new_email constant text := private.clean_text(correct_person.email);
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  if num_nonnulls(
    private.clean_text(correct_person.name), new_email, private.clean_text(correct_person.phone),
    private.clean_text(correct_person.company)
  ) = 0 then
    raise exception 'Enter at least one correction.'
      using errcode = '22023', hint = 'Fill in the name, email, phone or company.';
  end if;
  lead_ids := private.lead_ids_of(wanted);
  waiting_ids := private.quarantined_ids_of(wanted);
  update public.leads
  set name = coalesce(private.clean_text(correct_person.name), leads.name), email = coalesce(new_email, leads.email),
    phone = coalesce(private.clean_text(correct_person.phone), leads.phone),
    company = coalesce(private.clean_text(correct_person.company), leads.company)
  where leads.id = any (lead_ids) and leads.erased_at is null;
  update public.quarantined_leads as waiting
  set name = coalesce(private.clean_text(correct_person.name), waiting.name),
    email = coalesce(new_email, waiting.email),
    phone = coalesce(private.clean_text(correct_person.phone), waiting.phone),
    company = coalesce(private.clean_text(correct_person.company), waiting.company)
  where waiting.id = any (waiting_ids);
  if new_email is not null then
    insert into private.do_not_contact (address_hash, by_link, set_by)
    select private.hash_mail_address(new_email), opt_out.by_link, opt_out.set_by
    from private.do_not_contact as opt_out
    where opt_out.address_hash = any (array(select private.hash_mail_address(old) from unnest(wanted.emails) as old))
    limit 1
    on conflict (address_hash) do nothing;
  end if;
  return cardinality(lead_ids) + cardinality(waiting_ids);
end;
$$;
-- Deletes rows that strangers or restarts could add without limit, at most `most` of each kind. The server calls it
-- every hour. The limits of all tables: docs/bounds.md.
create or replace function public.delete_expired_rows(most integer default 10000) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Possible spam, after the 24 months that the privacy page states.
  delete from public.quarantined_leads
  where quarantined_leads.id in (
    select old.id from public.quarantined_leads as old
    where old.created_at < now() - interval '24 months'
    order by old.created_at
    limit most
  );
  -- The server makes one at each start without an owner.
  delete from public.owner_links where owner_links.expires_at < now() - interval '1 day';
  delete from private.recovery_guesses where recovery_guesses.since < now() - interval '15 minutes';
  -- Accounts whose address was never confirmed, except invited ones.
  delete from auth.users
  where users.id in (
    select account.id from auth.users as account
    where account.created_at < now() - interval '30 days'
      and account.email_confirmed_at is null and account.phone_confirmed_at is null
      and account.last_sign_in_at is null and account.invited_at is null
      and not exists (select from public.staff where staff.user_id = account.id)
    order by account.created_at
    limit most
  );
end;
$$;
-- Sets the outcome of a call that has begun: done, missed, or booked to undo that.
create or replace function public.finish_booking(booking uuid, outcome text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  if outcome is null or outcome not in ('done', 'missed', 'booked') then
    raise exception 'The outcome must be done, missed or booked.' using errcode = '22023';
  end if;
  update public.bookings set state = outcome
  where bookings.id = booking and bookings.state <> 'cancelled' and bookings.starts_at <= now();
  if not found then
    raise exception 'This consultation was cancelled or hasn''t started yet.'
      using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
-- Moves a mail to the thread of a lead; for the lead that was guessed, this confirms the guess. The lead is refreshed
-- at the end, because the wait begins at the arrival of the mail, and the mail refers to its message only then.
create or replace function public.join_received_mail(mail uuid, lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail public.received_mails := private.mail_for_staff(mail);
  address text;
begin
  select lower(leads.email) into address from public.leads where leads.id = lead and leads.erased_at is null;
  if address is null then
    raise exception 'This lead no longer exists.' using errcode = 'PT404', hint = 'Search again.';
  end if;
  if kept_mail.message_id is not null and kept_mail.lead_id = lead then
    update public.received_mails set state = 'joined', reason = 'staff', is_other_address = false
    where received_mails.id = mail;
    return;
  end if;
  perform private.take_out_mail(kept_mail);
  update public.received_mails
  set state = 'joined', reason = 'staff', lead_id = lead, is_other_address = lower(from_address) <> address,
    message_id = private.add_mail_message(kept_mail, lead)
  where received_mails.id = mail;
  perform private.refresh_leads_needing_reply(array[lead]);
  perform private.notify_staff('answer', lead);
end;
$$;
-- A row for each of these leads (at most 200). Waiting times are whole minutes of business hours; events are not
-- counted as notes. enable_seqscan = off, because the planner read whole tables when they were small or their
-- statistics old; jit = off, because PostgreSQL before 18 gives a disabled scan so high a cost that it would compile
-- the query.
create or replace function public.lead_work(ids uuid[]) returns table (
  lead_id uuid,
  waiting_since timestamptz,
  waiting_minutes integer,
  is_late boolean,
  follow_up_on date,
  is_due boolean,
  notes integer,
  is_unread boolean,
  mentions_me boolean
)
  language plpgsql stable security definer
  set search_path = '' set enable_seqscan = off set plan_cache_mode = 'force_custom_plan' rows 50
  set jit = off
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  wanted constant uuid[] := ids[1:200];
  readers constant text[] := array(select me::text || id::text from unnest(wanted) as id);
  begun timestamptz;
begin
  if not public.can_handle_leads() then
    return;
  end if;
  select greatest(reads_begin.at, (select users.created_at from auth.users where users.id = me)) into begun
  from private.reads_begin;
  return query
  with found as materialized (
    select
      leads.id, waiting.since, waiting.target_at, follow_up.due_on, follow_up.due_at, note.total,
      coalesce(
        known.is_unread
          or greatest(leads.created_at, message.newest, note.newest) > coalesce(known.read_at, begun),
        false
      ) as is_unread,
      exists (
        select from public.lead_mentions as mention where mention.user_id = me and mention.lead_id = leads.id
      ) as mentions_me
    from public.leads
    left join public.leads_needing_reply as waiting on waiting.lead_id = leads.id and waiting.lead_id = any (wanted)
    left join public.lead_follow_ups as follow_up on follow_up.lead_id = leads.id and follow_up.lead_id = any (wanted)
    left join public.lead_reads as known
      on known.lead_id = leads.id and known.user_id::text || known.lead_id::text = any (readers)
    left join lateral (
      select max(message.created_at) as newest
      from public.lead_messages as message
      where message.lead_id = leads.id and message.author_id is distinct from me
    ) as message on true
    left join lateral (
      select (count(*) filter (where not note.is_event))::integer as total,
        max(note.created_at) filter (where note.author_id is distinct from me) as newest
      from public.lead_notes as note
      where note.lead_id = leads.id
    ) as note on true
    where leads.id = any (wanted) and leads.erased_at is null
  ),
  -- now() if no lead waits: an empty span
  span as materialized (
    select greatest(coalesce(min(found.since), now()), now() - interval '1 year') as oldest from found
  ),
  calendar as materialized (
    select hours.opens, hours.closes, hours.before
    from span, private.business_calendar(private.business_day(span.oldest), private.business_day(now())) as hours
  )
  select
    found.id,
    found.since,
    case when found.since is not null then floor((
      private.open_seconds(calendar.opens, calendar.closes, calendar.before, now())
        - private.open_seconds(calendar.opens, calendar.closes, calendar.before, greatest(found.since, span.oldest))
    ) / 60)::integer end,
    coalesce(found.target_at <= now(), false),
    found.due_on,
    coalesce(found.due_at <= now(), false),
    found.total,
    found.is_unread,
    found.mentions_me
  from found cross join span cross join calendar;
end;
$$;
-- Logs a message that was not a mail, such as a phone call, and returns its ID. One from the lead needs a reply; one
-- from staff is a reply, and a new lead becomes contacted. The insert runs with the owner's rights, so nothing is
-- mailed.
create or replace function public.log_message(lead uuid, channel text, is_incoming boolean, message text, said_at timestamptz default null)
  returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  at constant timestamptz := coalesce(said_at, now());
  added uuid;
begin
  perform private.require_lead_handler();
  if channel is null or private.clean_text(left(message, 200000)) is null then
    raise exception 'Choose a channel and enter a message.' using errcode = '22023';
  end if;
  if at > now() + interval '1 minute' or at < now() - interval '10 years' then
    raise exception 'Choose a time that has passed, within the last ten years.' using errcode = '22023', detail = 'time_out_of_range';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_messages:' || lead::text, 0));
  select logged.id into added
  from public.lead_messages as logged
  where logged.lead_id = lead
    and logged.created_at = at
    and logged.channel = log_message.channel
    and logged.author_id = auth.uid()
    and logged.message = private.clean_text(log_message.message);
  if added is not null then
    return added;
  end if;
  insert into public.lead_messages (lead_id, message, sender_type, channel, created_at)
  values (lead, log_message.message, case when is_incoming then 'lead' else 'admin' end, log_message.channel, at)
  returning lead_messages.id into added;
  if not is_incoming then
    update public.leads
    set reply_count = 0, last_reply_at = greatest(leads.last_reply_at, at),
      status = case when leads.status = 'new' then 'contacted' else leads.status end
    where leads.id = lead;
  end if;
  return added;
end;
$$;
-- "No reply needed": an open lead becomes contacted; of any other lead, the messages so far are handled.
create or replace function public.mark_answered(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  update public.leads
  set handled_at = now(),
    status = case when leads.status in ('new', 'in_conversation') then 'contacted' else leads.status end
  where leads.id = lead;
end;
$$;
-- Marks leads as read or unread for the caller. Reading a lead also removes the caller's mentions in it.
create or replace function public.mark_leads_read(leads uuid[], is_read boolean default true) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  if is_read then
    delete from public.lead_mentions as mention
    where mention.user_id = auth.uid() and mention.lead_id = any (mark_leads_read.leads[1:200]);
  end if;
  insert into public.lead_reads as known (user_id, lead_id, read_at, is_unread)
  select auth.uid(), lead.id, now(), not is_read
  from public.leads as lead
  where lead.id = any (mark_leads_read.leads[1:200]) and lead.erased_at is null
  on conflict (user_id, lead_id) do update set read_at = excluded.read_at, is_unread = excluded.is_unread;
end;
$$;
create or replace function public.move_booking(booking uuid, slot timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  outcome text;
begin
  perform private.require_lead_handler();
  if slot is null or slot <= now() then
    raise exception 'Choose a time in the future.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform private.lock_bookings();
  outcome := private.move_call(booking, slot, false);
  if outcome = 'taken' then
    raise exception 'This time has just been taken.' using errcode = 'P0001', hint = 'Choose another one.';
  elsif outcome = 'closed' then
    raise exception 'This consultation is over or was cancelled.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
-- What would be erased now with this number of months: counts up to 1,001, and the first 20 leads.
create or replace function public.preview_retention(months integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if months is null then
    return '{"leads": 0, "clients": 0, "quarantined": 0, "first": []}';
  end if;
  if months not between 1 and 120 then
    raise exception 'Enter 1 to 120 months, or leave it empty.' using errcode = '22023';
  end if;
  return (
    select jsonb_build_object(
      'leads', count(*) filter (where not expired.is_client),
      'clients', count(*) filter (where expired.is_client),
      'quarantined', (
        select count(*) from (
          select from public.quarantined_leads as waiting
          where waiting.created_at < now() - make_interval(months => months) limit 1001
        ) as old
      ),
      'first', coalesce(
        jsonb_agg(jsonb_build_object('id', expired.id, 'name', expired.name, 'last_contact', expired.last_contact)
          order by expired.n) filter (where expired.n <= 20), '[]'
      )
    )
    from (
      select *, row_number() over () as n from private.expired_leads(months, 1001)
    ) as expired
  );
end;
$$;
-- Applies those of `given` that this database does not know, because an older backup was restored. Returns how many
-- were `applied`, and `partly` how many of them have hashes of another key, so that only their leads are found. Rows
-- newer than an erasure stay.
create or replace function public.reapply_erasures(given jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  own_key constant text := private.erasure_hash('');
  missing private.erasures[] := array(
    select erasure
    from jsonb_populate_recordset(null::private.erasures, given) as erasure
    where not exists (select from private.erasures as known where known.id = erasure.id)
    order by erasure.erased_at
  );
  emails jsonb;
  phones jsonb;
  erasure private.erasures;
  wanted private.contacts;
begin
  if cardinality(missing) = 0 then
    return '{"applied": 0, "partly": 0}';
  end if;
  -- One pass over all texts, for any number of erasures.
  select
    coalesce(jsonb_object_agg(private.erasure_hash(known.email), known.email) filter (where known.email is not null), '{}'),
    coalesce(jsonb_object_agg(private.erasure_hash(known.phone), known.phone) filter (where known.phone is not null), '{}')
  into emails, phones
  from (select distinct found.email, found.phone from private.known_contacts() as found) as known;
  foreach erasure in array missing loop
    wanted := row(
      array(select emails ->> hash from unnest(erasure.address_hashes) as hash where emails ? hash),
      array(select phones ->> hash from unnest(erasure.phone_hashes) as hash where phones ? hash)
    );
    if wanted.emails = '{}' and wanted.phones = '{}' then
      perform private.erase_leads(erasure.lead_ids);
      delete from public.quarantined_leads where quarantined_leads.id = any (erasure.lead_ids);
    else
      perform private.erase_contacts(wanted, erasure.lead_ids, erasure.erased_at);
    end if;
    insert into private.erasures (id, erased_at, key, address_hashes, phone_hashes, lead_ids, is_stored)
    values (
      erasure.id, erasure.erased_at, erasure.key, erasure.address_hashes, erasure.phone_hashes, erasure.lead_ids, true
    );
  end loop;
  return jsonb_build_object(
    'applied', cardinality(missing),
    'partly', (select count(*) from unnest(missing) as applied where applied.key <> own_key)
  );
end;
$$;
-- `mail` is the result of server/mail-in/read-mail.ts; `raw` is the mail in base64, null for a large one that was
-- stored by store_mail_part. The same mail is stored once, whichever way it came: a second call returns the first row.
-- Null if a daily limit is reached. A bounce marks the address of its lead as bounced; a mail from a person clears the
-- mark.
create or replace function public.receive_mail(mail jsonb, raw text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kind constant text := mail ->> 'kind';
  is_left constant boolean := kind in ('too-large', 'over-limit');
  mail_ids constant text[] := array(select jsonb_array_elements_text(mail -> 'mail_ids'));
  new_mail public.received_mails;
  place private.mail_match;
  reply public.lead_messages;
  addressee uuid;
begin
  if kind is null or kind not in (
    'person', 'auto-reply', 'list', 'own', 'notice', 'bounce', 'too-large', 'over-limit', 'unreadable'
  ) then
    raise exception 'Unknown kind of mail.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('received_mails:' || (mail ->> 'content_key'), 0));
  select * into new_mail from public.received_mails where content_key = mail ->> 'content_key';
  if new_mail.id is not null then
    delete from private.mail_parts where mail_parts.mail_id = (mail ->> 'id')::uuid and new_mail.id <> (mail ->> 'id')::uuid;
    return jsonb_build_object('id', new_mail.id, 'state', new_mail.state, 'lead_id', new_mail.lead_id, 'is_new', false);
  end if;
  new_mail := jsonb_populate_record(null::public.received_mails, jsonb_build_object(
    'from_name', '', 'subject', '', 'body', '', 'folds', '{}'::integer[], 'is_cut', false, 'is_other_address', false
  ) || (mail - 'lead_id' - 'message_id' - 'state'));
  -- When the server began to read it, at most a minute ago.
  new_mail.received_at := least(now(), greatest(now() - interval '1 minute', coalesce(new_mail.received_at, now())));
  place := private.place_of_mail(mail);
  if place.lead_id is not null then
    -- The lock serializes this mail and an erasure of the lead.
    perform from public.leads where leads.id = place.lead_id and leads.erased_at is null for no key update;
    if not found then
      place := row(null, 'unknown-sender', false, false)::private.mail_match;
    end if;
  end if;
  new_mail.reason := place.reason;
  new_mail.is_other_address := place.is_other_address;
  new_mail.state := case
    when kind in ('auto-reply', 'list', 'own', 'notice') then 'machine'
    when kind = 'bounce' then 'bounce'
    when is_left or private.is_of_team(new_mail.from_address) or place.lead_id is null then 'triage'
    when place.is_guess then 'guess'
    else 'joined'
  end;
  if new_mail.state in ('machine', 'bounce') or is_left or kind = 'unreadable' then
    new_mail.reason := kind;
  elsif new_mail.state = 'triage' and place.lead_id is not null then
    new_mail.reason := 'team';
  end if;
  if new_mail.state = 'bounce' then
    -- The lock serializes this mail and an erasure of the lead.
    new_mail.lead_id := (
      select leads.id from public.leads
      where leads.id = private.lead_of_bounce(mail_ids, place.lead_id) and leads.erased_at is null
      for no key update
    );
  elsif new_mail.state in ('joined', 'guess', 'machine') then
    new_mail.lead_id := place.lead_id;
  end if;
  if is_left and not private.may_list_mail()
    or not is_left and private.is_over_mail_limit(new_mail.lead_id, new_mail.from_address, new_mail.size_bytes)
  then
    delete from private.mail_parts where mail_parts.mail_id = new_mail.id;
    return null;
  end if;
  if new_mail.state = 'bounce' and mail ? 'problem' then
    addressee := (select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place limit 1);
    select * into reply from public.lead_messages
    where id = private.bounced_reply(mail_ids, case when addressee is null then place.lead_id end);
    update public.lead_messages
    set delivery_state = 'failed', delivery_problem = left(mail ->> 'problem', 300), bounced_at = now()
    where lead_messages.id = reply.id;
    delete from private.outbox where outbox.message_id = reply.id;
    perform private.set_bounced((select leads.email from public.leads where leads.id = new_mail.lead_id), now());
  end if;
  if new_mail.state in ('joined', 'guess') then
    new_mail.message_id := private.add_mail_message(new_mail, place.lead_id);
  end if;
  if kind = 'person' and new_mail.sender_check is distinct from 'unconfirmed' then
    perform private.set_bounced(new_mail.from_address, null);
  end if;
  insert into public.received_mails select new_mail.*;
  perform private.notify_staff(case when new_mail.state = 'triage' then 'mail' else 'answer' end, new_mail.lead_id)
  where new_mail.state in ('joined', 'guess', 'triage');
  if raw is not null then
    insert into private.mail_parts (mail_id, part, bytes) values (new_mail.id, 0, decode(raw, 'base64'));
  end if;
  perform private.add_mail_files(new_mail.id, new_mail.lead_id, coalesce(mail -> 'files', '[]'));
  delete from private.mail_parts as part
  where part.stored_at < now() - interval '1 day'
    and not exists (select from public.received_mails as kept where kept.id = part.mail_id);
  return jsonb_build_object('id', new_mail.id, 'state', new_mail.state, 'lead_id', new_mail.lead_id, 'is_new', true);
end;
$$;
-- Called before the first row of an export is read, so that no export goes unlogged. The amount is the number of leads
-- with the status; null for a search.
create or replace function public.record_leads_export(status text default null, is_search boolean default false) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  perform private.audit(
    'exports', 'exported', 'leads',
    amount => case when not is_search then (
      select coalesce(sum(totals.total), 0)::integer from public.lead_totals as totals
      where record_leads_export.status is null or totals.status = record_leads_export.status
    ) end,
    details => array_remove(array[left(record_leads_export.status, 50)], null)
  );
end;
$$;
-- Deletes the samples except those that other rows refer to: a service with a picture that is no sample or with a lead
-- of a visitor, an app with a screenshot that is no sample, a category of a remaining service, and the pictures of what
-- remains. Returns a row for each table, with the names of what was kept. For `npm run remove-samples`.
create or replace function public.remove_samples() returns table (relation text, removed bigint, kept text[])
  language plpgsql volatile security definer set search_path = '' rows 1
as $$
begin
  -- A row that is inserted at the same time could be deleted by a cascade.
  lock table public.categories, public.services, public.apps, public.app_media, public.media, public.leads
    in share row exclusive mode;

  relation := 'lead_messages';
  kept := '{}';
  delete from public.lead_messages using public.leads
  where leads.id = lead_messages.lead_id and leads.is_sample;
  get diagnostics removed = row_count;
  return next;

  relation := 'leads';
  delete from public.leads where leads.is_sample;
  get diagnostics removed = row_count;
  return next;

  for relation in
    select table_name from private.content_types where table_name not in ('services', 'apps') order by table_name
  loop
    execute format('delete from public.%I where is_sample', relation);
    get diagnostics removed = row_count;
    return next;
  end loop;

  relation := 'partners';
  delete from public.partners where partners.is_sample;
  get diagnostics removed = row_count;
  return next;

  -- Before apps and services, because rows that a cascade deletes are not counted.
  relation := 'app_media';
  delete from public.app_media using public.apps
  where apps.id = app_media.app_id
    and app_media.is_sample
    and apps.is_sample
    and not exists (select from public.app_media as own where own.app_id = apps.id and not own.is_sample);
  get diagnostics removed = row_count;
  kept := array(select app_media.alt from public.app_media where app_media.is_sample order by 1);
  return next;

  relation := 'apps';
  delete from public.apps
  where apps.is_sample and not exists (select from public.app_media where app_media.app_id = apps.id);
  get diagnostics removed = row_count;
  kept := array(select apps.name from public.apps where apps.is_sample order by 1);
  return next;

  relation := 'media';
  delete from public.media
  where media.is_sample
    and not exists (
      select from public.services
      where services.id = media.service_id
        and (
          not services.is_sample
          or exists (select from public.media as own where own.service_id = services.id and not own.is_sample)
          or exists (select from public.leads where leads.service_id = services.id)
        )
    );
  get diagnostics removed = row_count;
  kept := array(select media.alt from public.media where media.is_sample order by 1);
  return next;

  relation := 'services';
  delete from public.services
  where services.is_sample
    and not exists (select from public.media where media.service_id = services.id)
    and not exists (select from public.leads where leads.service_id = services.id);
  get diagnostics removed = row_count;
  kept := array(select services.name from public.services where services.is_sample order by 1);
  return next;

  relation := 'categories';
  delete from public.categories
  where categories.is_sample
    and not exists (select from public.services where services.category_id = categories.id);
  get diagnostics removed = row_count;
  kept := array(select categories.name from public.categories where categories.is_sample order by 1);
  return next;
end;
$$;
-- Restores a record as a draft under its ID, with its pictures, leads and former slugs. If its slug is taken, it gets
-- the next free one. Returns the slug.
create or replace function public.restore_deleted(kind text, record_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  kept public.deleted_content;
  is_taken boolean;
  free_slug text;
  copies integer := 1;
begin
  if not public.can_edit_content() then
    raise exception 'You don''t have permission to change content. Ask an owner.'
      using errcode = '42501', detail = 'content_denied';
  end if;
  select * into kept from public.deleted_content as found
  where found.kind = restore_deleted.kind and found.record_id = restore_deleted.record_id
  for update;
  if kept.record_id is null then
    raise exception 'This is no longer in the trash.'
      using errcode = 'P0001', detail = 'not_in_trash', hint = 'Someone may have restored it already. Refresh the list.';
  end if;
  execute format('select exists (select from public.%I where id = $1)', kept.kind) into is_taken using kept.record_id;
  if is_taken then
    raise exception 'This has already been restored.'
      using errcode = 'P0001', detail = 'already_restored';
  end if;
  free_slug := kept.slug;
  loop
    execute format('select exists (select from public.%I where slug = $1)', kept.kind) into is_taken using free_slug;
    exit when not is_taken;
    copies := copies + 1;
    free_slug := rtrim(left(kept.slug, 90), '-') || '-' || copies;
  end loop;
  kept.record := kept.record
    || jsonb_build_object('slug', free_slug, 'is_published', false, 'is_sample', false, 'updated_at', now());
  if not exists (
    select from public.categories where categories.id::text = kept.record ->> 'category_id'
  ) then
    kept.record := kept.record - 'category_id';
  end if;
  perform private.insert_kept(kept.kind, jsonb_build_array(kept.record));
  if jsonb_array_length(kept.belongings) > 0 then
    perform private.insert_kept(case kept.kind when 'services' then 'media' else 'app_media' end, kept.belongings);
  end if;
  update public.former_slugs as former set record_id = kept.record_id
  where former.kind = kept.kind and former.slug = any (kept.former_slugs) and former.record_id is null;
  update public.leads set service_id = kept.record_id
  where leads.id = any (kept.lead_ids) and leads.service_id is null;
  delete from public.deleted_content as done
  where done.kind = kept.kind and done.record_id = kept.record_id;
  return free_slug;
end;
$$;
-- Undoes a call of change_leads: `former` is its result, the other arguments are those of that call. A lead that has
-- been changed since is skipped. Returns the restored leads.
create or replace function public.restore_leads(
  former jsonb, status text default null, assignee uuid default null, unassign boolean default false
) returns setof uuid
  language plpgsql volatile security definer set search_path = '' rows 50
as $$
#variable_conflict use_column
declare
  set_status constant text := restore_leads.status;
  set_assignee constant uuid := restore_leads.assignee;
  gave constant boolean := restore_leads.unassign or set_assignee is not null;
  restored uuid[];
begin
  perform private.require_lead_handler();
  if jsonb_array_length(former) > 200 then
    raise exception 'You can change up to 200 leads at once.' using errcode = 'P0001', hint = 'Select fewer leads.';
  end if;
  perform from public.leads as lead
  where lead.id in (select given.lead_id from jsonb_to_recordset(former) as given (lead_id uuid))
  order by lead.id
  for no key update;
  with given as (
    select distinct on (given.lead_id) given.*
    from jsonb_to_recordset(former) as given (
      lead_id uuid, is_changed boolean, former_status text, former_assignee uuid
    )
    where given.is_changed
  ), written as (
    update public.leads as lead
    set status = case when set_status is null then lead.status else given.former_status end,
      -- none if the former assignee may no longer handle leads
      assignee_id = case
        when not gave then lead.assignee_id
        when private.may_handle_leads(given.former_assignee) then given.former_assignee
      end
    from given
    where lead.id = given.lead_id
      and lead.erased_at is null
      and (set_status is null or lead.status = set_status)
      and (not gave or lead.assignee_id is not distinct from set_assignee)
    returning lead.id
  )
  select array_agg(written.id) into restored from written;
  -- The change of status set handled_at to now; with the former value, unanswered messages need a reply again.
  if set_status is not null then
    update public.leads as lead
    set handled_at = least(given.former_handled_at, now())
    from jsonb_to_recordset(former) as given (lead_id uuid, former_status text, former_handled_at timestamptz)
    where lead.id = given.lead_id and lead.id = any (restored) and given.former_status <> set_status;
  end if;
  return query select unnest(restored);
end;
$$;
-- Moves a quarantined lead to leads, with its ID and time; a quarantined answer becomes a message of its thread. The
-- insert comes before the delete, which is how audit_deleted_leads recognizes a restored lead.
create or replace function public.restore_quarantined_lead(lead_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  quarantined public.quarantined_leads;
  answer private.quarantined_messages;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  perform private.require_lead_handler();
  select * into quarantined from public.quarantined_leads
  where quarantined_leads.id = restore_quarantined_lead.lead_id for update;
  if quarantined.id is null then
    raise exception 'This message is no longer in the spam list.'
      using errcode = 'P0001', detail = 'not_quarantined',
        hint = 'Someone may have restored it already. Refresh the list.';
  end if;
  select * into answer from private.quarantined_messages where quarantined_messages.id = quarantined.id;
  if answer.id is null then
    insert into public.leads
    select restored.* from jsonb_populate_record(null::public.leads, to_jsonb(quarantined)) as restored;
  else
    -- Without claims, the author is the prospect and not the caller.
    perform set_config('request.jwt.claims', '{}', true);
    insert into public.lead_messages (id, lead_id, message, sender_type, created_at)
    values (answer.id, answer.lead_id, answer.message, 'lead', answer.quarantined_at);
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  end if;
  delete from public.quarantined_leads where quarantined_leads.id = quarantined.id;
  return coalesce(answer.lead_id, quarantined.id);
end;
$$;
-- Sends a failed reply again, for those who may reply. Called twice it is one.
create or replace function public.retry_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  with retried as (
    update public.lead_messages set delivery_state = 'recorded', delivery_problem = null
    where lead_messages.id = reply and lead_messages.delivery_state = 'failed'
    returning *
  )
  insert into private.outbox (kind, message_id, lead_id, in_order_at)
  select 'reply', retried.id, retried.lead_id, retried.created_at from retried
  on conflict (message_id) do nothing;
end;
$$;
-- For staff: invalidates all links of a lead, and drops a mail with a link that is queued.
create or replace function public.revoke_conversation_links(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
  perform from public.leads where leads.id = lead and leads.erased_at is null;
  if not found then
    raise exception 'This lead no longer exists.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  delete from private.outbox
  where outbox.kind = 'conversation-link' and outbox.lead_id = lead and outbox.lease is null;
  perform private.replace_conversation_link(lead);
  perform private.audit('leads', 'revoked', 'conversation_links', lead::text);
end;
$$;
-- Saves settings and partners in one transaction, with the caller's rights. `settings`: {"facts", "texts", "basedOn",
-- "restoredFrom"}; `partners`: {"list", "basedOn"}, each partner as {"name", "logo", "ground"}. A part that is null is
-- not changed. An unchanged partner is not written, so a sample stays a sample. Returns the newest version, if any.
create or replace function public.save_agency(settings jsonb, partners jsonb)
  returns table (id bigint, created_at timestamptz, facts jsonb, texts jsonb)
  language plpgsql set search_path = '' rows 1
as $$
declare
  list constant jsonb := partners -> 'list';
  stored jsonb;
begin
  if jsonb_typeof(settings) = 'object' then
    insert into public.agency_settings (facts, texts, based_on, restored_from)
    values (
      settings -> 'facts', settings -> 'texts', (settings ->> 'basedOn')::bigint, (settings ->> 'restoredFrom')::bigint
    );
  end if;
  if jsonb_typeof(partners) = 'object' then
    if jsonb_typeof(list) is distinct from 'array' or jsonb_array_length(list) > 40 then
      raise check_violation using message = 'partners: must be a list of at most 40';
    end if;
    if not public.can_edit_content() then
      raise insufficient_privilege using message = 'Only editors and owners can change partners.';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('partners', 0));
    select coalesce(jsonb_agg(
      jsonb_build_object('name', one.name, 'logo', one.logo_url, 'ground', one.logo_ground)
      order by one.sort_order, one.name
    ), '[]') into stored
    from public.partners as one;
    if stored is distinct from partners -> 'basedOn' then
      raise sqlstate 'PT409' using message = 'The partners have changed. Reload and try again.';
    end if;
    delete from public.partners as one
    where not exists (select from jsonb_array_elements(list) as listed where listed ->> 'name' = one.name);
    insert into public.partners as one (name, logo_url, logo_ground, sort_order)
    select distinct on (listed ->> 'name')
      listed ->> 'name', listed ->> 'logo', coalesce(listed ->> 'ground', 'any'), place
    from jsonb_array_elements(list) with ordinality as item (listed, place)
    order by listed ->> 'name', place
    on conflict (name) do update
      set sort_order = excluded.sort_order, logo_url = excluded.logo_url, logo_ground = excluded.logo_ground
      where (one.sort_order, one.logo_url, one.logo_ground)
        is distinct from (excluded.sort_order, excluded.logo_url, excluded.logo_ground);
  end if;
  return query
    select version.id, version.created_at, version.facts, version.texts
    from public.agency_settings as version order by version.id desc limit 1;
end;
$$;
create or replace function public.set_retention_months(months integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if months not between 1 and 120 then
    raise exception 'Enter 1 to 120 months, or leave it empty.' using errcode = '22023';
  end if;
  update public.settings set retention_months = months, retention_waits = false where settings.id;
end;
$$;
-- Deletes a reply of the caller that has not left. Its lead is as before, unless a colleague has replied since.
create or replace function public.undo_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  undone record;
  is_last boolean;
begin
  delete from private.outbox as mail using public.lead_messages as message
  where message.id = reply and message.author_id = auth.uid() and public.can_handle_leads()
    and mail.message_id = message.id and private.can_be_undone(mail)
  returning message.lead_id, message.created_at, mail.details into undone;
  if undone is null then
    raise exception 'This reply has already been sent.' using errcode = 'P0001', detail = 'reply_left';
  end if;
  delete from public.lead_messages where lead_messages.id = reply;
  is_last := not exists (
    select from public.lead_messages as later
    where later.lead_id = undone.lead_id and later.sender_type = 'admin' and later.created_at > undone.created_at
  );
  update public.leads
  set reply_count = 0,
    last_reply_at = case when is_last then (undone.details ->> 'last_reply_at')::timestamptz else leads.last_reply_at end,
    status = case when is_last and leads.status = 'contacted' then undone.details ->> 'status' else leads.status end
  where leads.id = undone.lead_id;
  insert into public.lead_follow_ups (lead_id, due_on)
  select undone.lead_id, greatest((undone.details ->> 'follow_up')::date, private.business_day(now()))
  where is_last and undone.details ->> 'follow_up' is not null
  on conflict do nothing;
  -- If the next reply is undone too, the lead is as before both.
  update private.outbox set details = undone.details
  where outbox.id = (
    select later.id from private.outbox as later
    where later.lead_id = undone.lead_id and later.in_order_at > undone.created_at and private.can_be_undone(later)
    order by later.in_order_at limit 1
  );
end;
$$;
CREATE TRIGGER drop_rows_of_erased_lead AFTER UPDATE OF erased_at ON public.leads FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION private.drop_rows_of_erased_lead('private.outbox', 'public.lead_follow_ups', 'public.lead_notes', 'public.lead_reads');
COMMENT ON COLUMN "private"."conversations"."acknowledged_at" IS 'when the acknowledgement was queued';
COMMENT ON COLUMN "private"."conversations"."link_renewed_at" IS 'when the prospect last requested a new link';
COMMENT ON COLUMN "private"."conversations"."link_version" IS 'part of the signature of links; raising it invalidates earlier links';
COMMENT ON COLUMN "private"."erasures"."is_stored" IS 'the server has stored it outside of the database';
COMMENT ON COLUMN "private"."erasures"."key" IS 'identifies the contact key of the hashes';
COMMENT ON COLUMN "public"."accessibility_feedback"."acknowledged_at" IS 'when the acknowledgement was sent; null: no address, or not yet';
COMMENT ON COLUMN "public"."accessibility_feedback"."responded_at" IS 'time of the first response; set by the database';
COMMENT ON COLUMN "public"."accessibility_feedback"."response" IS 'what staff responded or changed';
COMMENT ON COLUMN "public"."apps"."published_at" IS 'while it is in the future, only staff see the row';
COMMENT ON COLUMN "public"."apps"."text_format" IS 'format of the description: plain or markdown; HTML in it is shown as text';
COMMENT ON COLUMN "public"."audit_log"."account_id" IS 'the account that did it; null: the server, or a caller with the secret key';
COMMENT ON COLUMN "public"."audit_log"."account_name" IS 'name of the account at that time; null after an erasure';
COMMENT ON COLUMN "public"."audit_log"."amount" IS 'number of records, if the entry is for several';
COMMENT ON COLUMN "public"."audit_log"."details" IS 'changed columns, or the new value of a status, role or rule';
COMMENT ON COLUMN "public"."audit_log"."kind" IS 'kind of record: a table, or a word such as "session"';
COMMENT ON COLUMN "public"."audit_log"."network" IS 'network of the caller: 24 bits of an IPv4 address, 48 bits of an IPv6 address';
COMMENT ON COLUMN "public"."audit_log"."record_id" IS 'null for several records at once and after an erasure';
COMMENT ON COLUMN "public"."audit_log"."record_name" IS 'name of the content or account at that time; null for leads';
COMMENT ON COLUMN "public"."booking_settings"."is_open" IS 'null: not decided yet, and open in local mode only';
COMMENT ON COLUMN "public"."booking_settings"."notice_hours" IS 'minimum time between a booking and its call';
COMMENT ON COLUMN "public"."bookings"."version" IS 'number of moves and cancellations: the SEQUENCE of its calendar file';
COMMENT ON COLUMN "public"."case_studies"."body" IS 'what was done, in markdown; HTML in it is shown as text';
COMMENT ON COLUMN "public"."case_studies"."client" IS 'the client''s name, or a description of a client who is not named';
COMMENT ON COLUMN "public"."case_studies"."problem" IS 'plain text';
COMMENT ON COLUMN "public"."case_studies"."published_at" IS 'while it is in the future, only staff see the row';
COMMENT ON COLUMN "public"."case_studies"."results" IS 'one line each, with the number first: "63% more calls"';
COMMENT ON COLUMN "public"."case_studies"."service_ids" IS 'services; deleted ones and drafts are not shown';
COMMENT ON COLUMN "public"."content_versions"."account_id" IS 'null: the server, or saved before versions existed';
COMMENT ON COLUMN "public"."content_versions"."account_name" IS 'name of the account at that time';
COMMENT ON COLUMN "public"."content_versions"."changed" IS 'the columns that differ from the previous version';
COMMENT ON COLUMN "public"."content_versions"."kind" IS 'table of the record';
COMMENT ON COLUMN "public"."content_versions"."pictures" IS 'folders of uploaded pictures that it shows';
COMMENT ON COLUMN "public"."deleted_content"."account_id" IS 'the account that deleted it; null: the server';
COMMENT ON COLUMN "public"."deleted_content"."account_name" IS 'name of the account at that time';
COMMENT ON COLUMN "public"."deleted_content"."belongings" IS 'rows of media or app_media that were deleted with it';
COMMENT ON COLUMN "public"."deleted_content"."former_slugs" IS 'its former slugs, and its slug if it was published';
COMMENT ON COLUMN "public"."deleted_content"."kind" IS 'table of the record';
COMMENT ON COLUMN "public"."deleted_content"."lead_ids" IS 'leads that requested this service';
COMMENT ON COLUMN "public"."former_slugs"."kind" IS 'table of the record';
COMMENT ON COLUMN "public"."lead_follow_ups"."due_at" IS 'when the agency opens on that day, or on the next open one';
COMMENT ON COLUMN "public"."lead_follow_ups"."lead_at" IS 'created_at of the lead, for the order of lists';
COMMENT ON COLUMN "public"."lead_messages"."bounced_at" IS 'when a mail server reported that this reply cannot be delivered';
COMMENT ON COLUMN "public"."lead_messages"."channel" IS 'how a message came that a colleague logged by hand; otherwise null';
COMMENT ON COLUMN "public"."lead_messages"."delivery_problem" IS 'why it has not been sent, for staff to read';
COMMENT ON COLUMN "public"."lead_messages"."delivery_state" IS 'recorded: not sent, or not yet; sent: a mail server accepted it; failed: given up; null: not a mail';
COMMENT ON COLUMN "public"."lead_messages"."transport_id" IS 'Message-ID of the mail that carried it';
COMMENT ON COLUMN "public"."lead_notes"."edited_at" IS 'when its author last changed it';
COMMENT ON COLUMN "public"."lead_notes"."is_event" IS 'an event of a consultation, written by the database; the author is null if it was the visitor';
COMMENT ON COLUMN "public"."lead_notes"."mentions" IS 'mentioned accounts that could handle leads at that time';
COMMENT ON COLUMN "public"."leads"."asked_for_contact" IS 'of a lead that a colleague added: whether the person asked to be contacted, an implied consent for six months';
COMMENT ON COLUMN "public"."leads"."channel" IS 'of a lead that a colleague added: how the person contacted us';
COMMENT ON COLUMN "public"."leads"."consent_at" IS 'when the form with the checked box arrived; source_path is its page';
COMMENT ON COLUMN "public"."leads"."consent_version" IS 'language and number of the text, such as "en-CA.1"';
COMMENT ON COLUMN "public"."leads"."created_by" IS 'the colleague who added it; null if the account was deleted';
COMMENT ON COLUMN "public"."leads"."email" IS 'null: added by a colleague with a phone number only';
COMMENT ON COLUMN "public"."leads"."email_bounced_at" IS 'when a mail to the address bounced; null: none did, or the address has worked since';
COMMENT ON COLUMN "public"."leads"."erased_at" IS 'when its personal data was erased';
COMMENT ON COLUMN "public"."leads"."handled_at" IS 'messages up to this time need no reply while the status is not open';
COMMENT ON COLUMN "public"."leads"."landing_path" IS 'path of the first page of the visit; without scripts, the page of the form';
COMMENT ON COLUMN "public"."leads"."network_hash" IS 'of a lead sent through the API: keyed hash of its IPv6 network (48 bits)';
COMMENT ON COLUMN "public"."leads"."origin" IS 'site: a signed form of the site; api: any other caller; staff: added by a colleague; null: the server';
COMMENT ON COLUMN "public"."leads"."referrer_host" IS 'host of the referring site; null: none, this site, or unknown';
COMMENT ON COLUMN "public"."leads"."submission_key" IS 'made in the browser for each submission: the same key and content are one lead';
COMMENT ON COLUMN "public"."leads_needing_reply"."assignee_id" IS 'copied from the lead';
COMMENT ON COLUMN "public"."leads_needing_reply"."escalate_at" IS 'when someone is notified next; null: no one any more';
COMMENT ON COLUMN "public"."leads_needing_reply"."lead_at" IS 'created_at of the lead, for the order of lists';
COMMENT ON COLUMN "public"."leads_needing_reply"."status" IS 'copied from the lead';
COMMENT ON COLUMN "public"."leads_needing_reply"."target_at" IS 'when the target for a reply passes; null: not computed';
COMMENT ON COLUMN "public"."posts"."body" IS 'markdown; HTML in it is shown as text';
COMMENT ON COLUMN "public"."posts"."published_at" IS 'while it is in the future, only staff see the row';
COMMENT ON COLUMN "public"."privacy_incidents"."is_serious" IS 'a real risk of significant harm, so people and commissioners must be notified';
COMMENT ON COLUMN "public"."quarantined_leads"."network_hash" IS 'of a lead sent through the API: keyed hash of its IPv6 network (48 bits)';
COMMENT ON COLUMN "public"."quarantined_leads"."origin" IS 'site: a signed form of the site; api: any other caller; null: the server';
COMMENT ON COLUMN "public"."quarantined_leads"."submission_key" IS 'made in the browser for each submission: the same key and content are one lead';
COMMENT ON COLUMN "public"."received_files"."media_type" IS 'detected from the content, not from the mail';
COMMENT ON COLUMN "public"."received_files"."refused" IS 'why it cannot be downloaded; null: it can';
COMMENT ON COLUMN "public"."received_mails"."content_key" IS 'hash by which the same mail is recognized, whichever way it came';
COMMENT ON COLUMN "public"."received_mails"."escalate_at" IS 'when owners are notified that it waits; null: never, or already notified';
COMMENT ON COLUMN "public"."received_mails"."folds" IS 'quotes and signatures in the body, as pairs of line numbers from 0: the first line, and the first line after it';
COMMENT ON COLUMN "public"."received_mails"."is_cut" IS 'the text is longer than fits here, or the mail was too large to be stored';
COMMENT ON COLUMN "public"."received_mails"."reason" IS 'why it has its state, as a code of receive_mail, match_mail or the server';
COMMENT ON COLUMN "public"."received_mails"."target_at" IS 'in triage: when the target for a reply passes';
COMMENT ON COLUMN "public"."redirects"."from_path" IS 'lower case, without query; compared case-insensitively';
COMMENT ON COLUMN "public"."services"."pricing_json" IS 'list of {name, price, unit?, addon?}; price in Canadian dollars, 0: paid by results; addon: not counted for the starting price';
COMMENT ON COLUMN "public"."services"."published_at" IS 'while it is in the future, only staff see the row';
COMMENT ON COLUMN "public"."services"."text_format" IS 'format of the description: plain or markdown; HTML in it is shown as text';
COMMENT ON TABLE "public"."received_files" IS 'attachments; their content is in mail_parts';
REVOKE ALL ON FUNCTION "private"."can_be_undone"(private.outbox) FROM PUBLIC;
REVOKE ALL ON FUNCTION "public"."undo_reply"(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."undo_reply"(uuid) TO "authenticated", "service_role";
