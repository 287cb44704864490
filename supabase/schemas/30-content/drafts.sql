-- Drafts of published records: visitors keep the record while editors work on its next version. A draft is the whole
-- record, as a version (versions.sql); nothing that visitors read, cache or hear of changes before it is published.
create table public.content_heads (
  -- Table of the record.
  kind text not null,
  record_id uuid not null,
  -- The version that was last published from a draft, and the one that it replaced: Undo goes back to it.
  published integer,
  former integer,
  -- What editors work on, and the saved version that it was made from.
  draft integer,
  draft_base integer,
  -- What is published when it is due; edits made afterwards are only in the draft.
  scheduled integer,
  scheduled_base integer,
  scheduled_by uuid,
  due_at timestamptz,
  -- The zone in which the time was chosen.
  zone text,
  -- Why it was not published when it was due: address_taken, changed_since, not_published, not_there or a message of the
  -- database.
  error text,
  primary key (kind, record_id),
  constraint content_heads_kind_known foreign key (kind) references private.content_types (table_name),
  constraint content_heads_draft_whole check (num_nulls(draft, draft_base) in (0, 2)),
  constraint content_heads_undo_whole check (num_nulls(published, former) in (0, 2)),
  constraint content_heads_schedule_whole check (num_nulls(scheduled, scheduled_base, due_at, zone) in (0, 4)),
  constraint content_heads_due_finite check (isfinite(due_at)),
  constraint content_heads_error_of_schedule check (error is null or scheduled is not null)
);

create index content_heads_due on public.content_heads (due_at) where scheduled is not null and error is null;

grant select on public.content_heads to authenticated;

-- Staff of every role read drafts; those of records in the trash only editors and owners.
create policy "staff read" on public.content_heads for select to authenticated
  using (
    (select public.can_edit_content())
    or ((select public.is_staff()) and not private.is_in_trash(kind, record_id))
  );

-- Whether a draft, a schedule or an undo needs the version, which is then never deleted.
create function private.is_head(kind text, record_id uuid, version integer) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from public.content_heads as head
    where head.kind = is_head.kind and head.record_id = is_head.record_id
      and is_head.version
        in (head.published, head.former, head.draft, head.draft_base, head.scheduled, head.scheduled_base)
  )
$$;

create function private.version_at(kind text, record_id uuid, version integer) returns jsonb
  language sql stable set search_path = ''
as $$
  select kept.record from public.content_versions as kept
  where kept.kind = version_at.kind and kept.record_id = version_at.record_id and kept.version = version_at.version
$$;

-- The newest version of the record itself.
create function private.saved_version(kind text, record_id uuid) returns integer
  language sql stable set search_path = ''
as $$
  select kept.version from public.content_versions as kept
  where kept.kind = saved_version.kind and kept.record_id = saved_version.record_id and kept.state = 'saved'
  order by kept.version desc limit 1
$$;

-- The versions that editors see: what is saved, the draft and what is scheduled.
create function private.current_versions(kind text, record_id uuid) returns integer[]
  language sql stable set search_path = ''
as $$
  select array[private.saved_version(kind, record_id)] || array(
    select unnest(array[head.draft, head.scheduled]) from public.content_heads as head
    where head.kind = current_versions.kind and head.record_id = current_versions.record_id
  )
$$;

create function private.draft_of(kind text, record_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.version_at(head.kind, head.record_id, head.draft)
  from public.content_heads as head
  where head.kind = draft_of.kind and head.record_id = draft_of.record_id
$$;

-- The columns that an editor's draft may change; only Publish and Unpublish change is_published.
create function private.editable_part(record jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$ select record - '{id,created_at,updated_at,is_sample,is_published}'::text[] $$;

-- Locks a record until the end of the transaction and returns it as its versions contain it; null if there is none.
create function private.lock_record(kind text, record_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  live jsonb;
begin
  if exists (select from private.content_types where table_name = lock_record.kind) then
    execute format(
      'select private.version_of(to_jsonb(record)) from public.%I as record where id = $1 for no key update', kind
    ) into live using record_id;
  end if;
  return case
    when kind = 'apps' then live || jsonb_build_object('screenshots', private.app_screenshots(record_id))
    else live
  end;
end;
$$;

-- Rejects an address that another record, draft, schedule or redirect has. The lock serializes its callers.
create function private.check_address(kind text, record_id uuid, slug text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  is_taken boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('content_addresses', 0));
  execute format('select exists (select from public.%I where slug = $1 and id <> $2)', kind)
  into is_taken using slug, record_id;
  if is_taken
    or exists (
      select from public.content_heads as head
      join public.content_versions as kept
        on kept.kind = head.kind and kept.record_id = head.record_id and kept.version in (head.draft, head.scheduled)
      where head.kind = check_address.kind and head.record_id <> check_address.record_id
        and kept.record ->> 'slug' = check_address.slug
    )
    or exists (
      select from public.redirects
      join private.content_types as type on type.table_name = check_address.kind
      where redirects.from_path = type.path || '/' || check_address.slug
    )
  then
    raise unique_violation using message = 'Another page, draft or redirect has this address.',
      detail = 'address_taken', constraint = kind || '_slug_unique';
  end if;
end;
$$;

-- Writes a version into its record, as an account's update of it would. A time that has not come would take the page
-- offline, so it is left out; a category that was deleted since, too.
create function private.write_record(kind text, record_id uuid, version jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  given jsonb := private.editable_part(version) || '{"is_sample": false}';
  columns text;
begin
  if (given ->> 'published_at')::timestamptz > now() then
    given := given - 'published_at';
  end if;
  if not exists (select from public.categories where categories.id::text = given ->> 'category_id') then
    given := given || '{"category_id": null}';
  end if;
  if given -> 'screenshots' <> private.app_screenshots(record_id) then
    perform private.write_screenshots(record_id, given -> 'screenshots');
  end if;
  select string_agg(quote_ident(part.attname), ', ') into columns
  from pg_catalog.pg_attribute as part
  where part.attrelid = format('public.%I', kind)::regclass and part.attnum > 0 and not part.attisdropped
    and given ? part.attname;
  -- For the trigger drop_sample_parts.
  perform set_config('content.is_draft', 'true', true);
  execute format(
    'update public.%1$I as record set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $2)) where id = $1',
    kind, columns
  ) using record_id, given;
  perform set_config('content.is_draft', '', true);
end;
$$;

-- Stores a draft of a published record, with the columns that are given and the rest of the draft before, and returns its
-- version. `base`: the saved version from which it was made; `draft`: the draft before, null if there is none. It is
-- checked as a save of the record is, by one that is rolled back.
create function public.save_draft(kind text, record_id uuid, columns jsonb, base integer, draft integer default null)
  returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  live jsonb;
  head public.content_heads;
  before jsonb;
  wanted jsonb;
  made integer;
begin
  perform private.require_editor();
  live := private.lock_record(kind, record_id);
  if live is null then
    raise exception 'This record is no longer there.' using errcode = 'PT404', detail = 'not_there';
  end if;
  select * into head from public.content_heads as found
  where found.kind = save_draft.kind and found.record_id = save_draft.record_id;
  if head.draft is distinct from save_draft.draft or base > private.saved_version(kind, record_id) then
    raise exception 'Someone has saved this draft since.' using errcode = 'PT409', detail = 'draft_changed';
  end if;
  before := private.version_at(kind, record_id, coalesce(head.draft, base));
  wanted := private.editable_part(coalesce(before, live)) || (
    select coalesce(jsonb_object_agg(part.key, part.value), '{}')
    from jsonb_each(private.editable_part(columns)) as part where live ? part.key
  );
  if wanted ->> 'slug' <> live ->> 'slug' then
    perform private.check_address(kind, record_id, wanted ->> 'slug');
  end if;
  begin
    perform private.write_record(kind, record_id, wanted);
    raise exception using errcode = 'RBACK';
  exception
    when sqlstate 'RBACK' then null;
  end;
  wanted := live || wanted;
  made := private.add_version(
    kind, record_id, wanted, private.audited_changes(coalesce(before, live), wanted), 'draft'
  );
  insert into public.content_heads as kept (kind, record_id, draft, draft_base) values (kind, record_id, made, base)
  on conflict on constraint content_heads_pkey do update set draft = excluded.draft, draft_base = excluded.draft_base;
  return made;
end;
$$;
grant execute on function public.save_draft(text, uuid, jsonb, integer, integer) to authenticated, service_role;

-- The draft, if it is the one that the caller saw and was made from what is published now; otherwise the caller merges
-- first.
create function private.take_draft(kind text, record_id uuid, draft integer) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  live jsonb;
  wanted jsonb;
  head public.content_heads;
begin
  perform private.require_editor();
  live := private.lock_record(kind, record_id);
  select * into head from public.content_heads as found
  where found.kind = take_draft.kind and found.record_id = take_draft.record_id;
  if live is null or head.draft is distinct from take_draft.draft or head.draft is null then
    raise exception 'Someone has saved this draft since.' using errcode = 'PT409', detail = 'draft_changed';
  end if;
  if head.draft_base <> private.saved_version(kind, record_id) then
    raise exception 'Someone has published changes since.' using errcode = 'PT409', detail = 'changed_since';
  end if;
  if not private.is_public(live) then
    raise exception 'This is not published.' using errcode = 'PT409', detail = 'not_published';
  end if;
  wanted := private.draft_of(kind, record_id);
  if wanted ->> 'slug' <> live ->> 'slug' then
    perform private.check_address(kind, record_id, wanted ->> 'slug');
  end if;
  return wanted;
end;
$$;

create function private.is_public(record jsonb) returns boolean
  language sql stable set search_path = ''
as $$
  select (record ->> 'is_published')::boolean and coalesce((record ->> 'published_at')::timestamptz <= now(), true)
$$;

-- After a version was written into its record: moves the pointers, and returns the version that this made. `source`:
-- the draft that was published; `before`: the saved version that it replaced.
create function private.note_publication(kind text, record_id uuid, source integer, before integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  made integer;
begin
  -- Screenshots are otherwise kept at the end of the transaction.
  set constraints public.keep_screenshots immediate;
  made := private.saved_version(kind, record_id);
  update public.content_heads as head set
    published = case when made > before then made end,
    former = case when made > before then before end,
    draft = case when head.draft is distinct from source then head.draft end,
    draft_base = case
      when head.draft is distinct from source then case head.draft_base when before then made else head.draft_base end
    end,
    scheduled = null, scheduled_base = null, scheduled_by = null, due_at = null, zone = null, error = null
  where head.kind = note_publication.kind and head.record_id = note_publication.record_id;
  return made;
end;
$$;

-- Publishes a draft at once, also before its schedule, and returns the version.
create function public.publish_draft(kind text, record_id uuid, draft integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant jsonb := private.take_draft(kind, record_id, draft);
  before constant integer := private.saved_version(kind, record_id);
  made integer;
begin
  perform private.write_record(kind, record_id, wanted);
  made := private.note_publication(kind, record_id, draft, before);
  -- What its author publishes is in the list of versions once.
  delete from public.content_versions as kept
  where kept.kind = publish_draft.kind and kept.record_id = publish_draft.record_id
    and kept.version = publish_draft.draft and kept.account_id = auth.uid() and made > draft;
  return made;
end;
$$;
grant execute on function public.publish_draft(text, uuid, integer) to authenticated, service_role;

-- Has the draft published at a time, as it is now. Without a time, the schedule of this version is cancelled.
create function public.schedule_draft(
  kind text, record_id uuid, draft integer, due_at timestamptz default null, zone text default null
) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  wanted jsonb;
begin
  if schedule_draft.due_at is null then
    perform private.require_editor();
    update public.content_heads as head set
      scheduled = null, scheduled_base = null, scheduled_by = null, due_at = null, zone = null, error = null
    where head.kind = schedule_draft.kind and head.record_id = schedule_draft.record_id
      and head.scheduled = schedule_draft.draft;
    if not found then
      raise exception 'This is no longer scheduled.' using errcode = 'PT409', detail = 'draft_changed';
    end if;
    return;
  end if;
  wanted := private.take_draft(kind, record_id, draft);
  if schedule_draft.due_at <= now() then
    raise exception 'This time has passed.' using errcode = 'P0001', detail = 'time_passed';
  end if;
  -- Rejects a zone that does not exist.
  perform schedule_draft.due_at at time zone schedule_draft.zone;
  update public.content_heads as head set
    scheduled = head.draft, scheduled_base = head.draft_base, scheduled_by = auth.uid(),
    due_at = schedule_draft.due_at, zone = schedule_draft.zone, error = null
  where head.kind = schedule_draft.kind and head.record_id = schedule_draft.record_id;
  perform private.audit(
    'content', 'scheduled', kind, record_id::text, coalesce(wanted ->> 'name', wanted ->> 'title')
  );
end;
$$;
grant execute on function public.schedule_draft(text, uuid, integer, timestamptz, text) to authenticated, service_role;

-- Gives up a draft and its schedule. Its versions stay in the list, from where it can be restored.
create function public.discard_draft(kind text, record_id uuid, draft integer) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  update public.content_heads as head set
    draft = null, draft_base = null,
    scheduled = null, scheduled_base = null, scheduled_by = null, due_at = null, zone = null, error = null
  where head.kind = discard_draft.kind and head.record_id = discard_draft.record_id
    and head.draft = discard_draft.draft;
  if not found then
    raise exception 'Someone has saved this draft since.' using errcode = 'PT409', detail = 'draft_changed';
  end if;
end;
$$;
grant execute on function public.discard_draft(text, uuid, integer) to authenticated, service_role;

-- Puts back what was there before the last publication, if nobody has saved since; what had been published is the draft
-- again. Returns the draft.
create function public.undo_publish(kind text, record_id uuid, version integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  head public.content_heads;
  made integer;
begin
  perform private.require_editor();
  perform private.lock_record(kind, record_id);
  select * into head from public.content_heads as found
  where found.kind = undo_publish.kind and found.record_id = undo_publish.record_id
    and found.published = undo_publish.version and found.scheduled is null
    and private.next_version(found.kind, found.record_id) = found.published + 1;
  if not found then
    raise exception 'Someone has saved since.' using errcode = 'PT409', detail = 'changed_since';
  end if;
  perform private.write_record(kind, record_id, private.version_at(kind, record_id, head.former));
  made := private.note_publication(kind, record_id, null, version);
  -- Of a schedule, editors may have a later draft.
  return coalesce(
    head.draft, public.save_draft(kind, record_id, private.version_at(kind, record_id, version), made)
  );
end;
$$;
grant execute on function public.undo_publish(text, uuid, integer) to authenticated, service_role;

-- A version with what was changed in the record since its base; null if both changed a column.
create function private.merge_version(base jsonb, wanted jsonb, live jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select case when not coalesce(bool_or(live -> part.key is distinct from base -> part.key), false) then
    live || coalesce(jsonb_object_agg(part.key, part.value), '{}')
  end
  from jsonb_each(private.editable_part(wanted)) as part
  where part.value is distinct from base -> part.key and part.value is distinct from live -> part.key
$$;

-- Publishes the change that has been due longest, for the server's job: once, also with several servers. If it cannot be
-- published, the live page stays as it is, and owners and who scheduled it are told why. Returns whether one was due. One
-- record for each transaction, because several could lock each other out.
create function public.publish_due_draft() returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  head public.content_heads;
  live jsonb;
  wanted jsonb;
  before integer;
  made integer;
  problem text;
begin
  select * into head from public.content_heads as listed
  where listed.scheduled is not null and listed.error is null and listed.due_at <= now()
  order by listed.due_at limit 1;
  if not found then
    return false;
  end if;
  live := private.lock_record(head.kind, head.record_id);
  -- Another server may have published it while this one waited for the record.
  select * into head from public.content_heads as waiting
  where waiting.kind = head.kind and waiting.record_id = head.record_id
    and waiting.scheduled is not null and waiting.error is null and waiting.due_at <= now()
  for update;
  if not found then
    return true;
  end if;
  begin
    before := private.saved_version(head.kind, head.record_id);
    wanted := private.merge_version(
      private.version_at(head.kind, head.record_id, head.scheduled_base),
      private.version_at(head.kind, head.record_id, head.scheduled), live
    );
    problem := case
      when live is null then 'not_there'
      when not private.is_public(live) then 'not_published'
      when wanted is null then 'changed_since'
    end;
    if problem is null then
      if wanted ->> 'slug' <> live ->> 'slug' then
        perform private.check_address(head.kind, head.record_id, wanted ->> 'slug');
      end if;
      perform private.write_record(head.kind, head.record_id, wanted);
      made := private.note_publication(head.kind, head.record_id, head.scheduled, before);
      update public.content_versions as kept set
        account_id = head.scheduled_by, account_name = private.audit_account_name(head.scheduled_by)
      where kept.kind = head.kind and kept.record_id = head.record_id and kept.version = made and made > before;
    end if;
  exception
    when unique_violation then
      problem := 'address_taken';
    when others then
      -- Too many connections, a full disk, a deadlock: the next run tries again.
      if left(sqlstate, 2) in ('40', '53', '55', '57', '58', 'XX') then
        raise;
      end if;
      problem := sqlerrm;
  end;
  if problem is not null then
    update public.content_heads as failed set error = problem
    where failed.kind = head.kind and failed.record_id = head.record_id;
    wanted := private.version_at(head.kind, head.record_id, head.scheduled);
    insert into private.outbox (kind, colleague_id, details)
    select 'change-not-published', users.id, jsonb_build_object(
        'kind', head.kind, 'record', head.record_id, 'name', coalesce(wanted ->> 'name', wanted ->> 'title'),
        'problem', left(problem, 1000)
      )
    from public.staff
    join auth.users on users.id = staff.user_id
    where (staff.role = 'owner' or staff.user_id = head.scheduled_by)
      and nullif(users.email, '') is not null and users.email_confirmed_at is not null;
  end if;
  return true;
end;
$$;
grant execute on function public.publish_due_draft() to service_role;
