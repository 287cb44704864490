-- Versions of content: each saved state, with its author, time and changed columns. The newest saved version equals the
-- record. Only triggers, keep_findings, and the functions of drafts.sql, write versions. Their numbers are never used again.
create table public.content_versions (
  -- Table of the record.
  kind text not null,
  record_id uuid not null,
  version integer not null,
  saved_at timestamptz not null default now(),
  -- Null: the server, or saved before versions existed.
  account_id uuid,
  -- Name of the account at that time.
  account_name text,
  -- The columns that differ from the previous version.
  changed text[] not null default '{}',
  record jsonb not null,
  -- Folders of uploaded pictures that it shows.
  pictures text[] not null default '{}',
  -- saved: the record itself; draft: a draft of the published record (drafts.sql).
  state text not null default 'saved',
  -- What the accessibility check of its page found; null: not checked. `reason`: why a finding is fine as it is.
  findings jsonb,
  primary key (kind, record_id, version),
  constraint content_versions_state_known check (state in ('saved', 'draft')),
  constraint content_versions_findings_limited check (
    jsonb_typeof(findings) = 'array' and jsonb_array_length(findings) <= 100 and octet_length(findings::text) <= 100000
  ),
  constraint content_versions_findings_known check (
    not jsonb_path_exists(findings, '$[*].type() ? (@ != "object")')
    and not jsonb_path_exists(findings, '
      $[*] ? (!(
        @.rule.type() == "string" && @.words.type() == "string" && @.help.type() == "string"
        && @.nth.type() == "number" && (@.reason == null || (@.reason.type() == "string" && @.reason != ""))
      ))
    ')
  )
);

-- For delete_expired_content: records that may have versions to delete.
create index content_versions_many on public.content_versions (kind, record_id) where version > 50;
create index content_versions_checked on public.content_versions (kind, record_id, version) where findings is not null;
create index content_versions_pictures on public.content_versions using gin (pictures) where pictures <> '{}';

grant select on public.content_versions to authenticated;

-- Staff of every role read drafts, and so earlier versions; those of records in the trash only editors and owners.
create policy "staff read" on public.content_versions for select to authenticated
  using (
    (select public.can_edit_content())
    or ((select public.is_staff()) and not private.is_in_trash(kind, record_id))
  );

-- A record as its versions contain it; only that of a sample says whether it is one (private.drop_sample_parts).
create function private.version_of(record jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select case when (record -> 'is_sample')::boolean then record else record - 'is_sample' end
$$;

create function private.next_version(kind text, record_id uuid) returns integer
  language sql stable set search_path = ''
as $$
  select coalesce(max(kept.version), 0) + 1
  from public.content_versions as kept
  where kept.kind = next_version.kind and kept.record_id = next_version.record_id
$$;

-- The result of the last accessibility check, if it was of the same page: publishing changes only who sees it.
create function private.findings_of(kind text, record_id uuid, record jsonb) returns jsonb
  language sql stable set search_path = ''
as $$
  select kept.findings
  from (
    select checked.record, checked.findings from public.content_versions as checked
    where checked.kind = findings_of.kind and checked.record_id = findings_of.record_id
      and checked.findings is not null
    order by checked.version desc limit 1
  ) as kept
  where private.editable_part(kept.record) - 'published_at'
    = private.editable_part(findings_of.record) - 'published_at'
$$;

-- Stores a version, deletes old ones and returns its number. The newest 50 are kept, others for 90 days, and never more
-- than 1,000, besides those that content_heads names. delete_expired_content does the same for records that are no
-- longer saved. A record with few versions skips the deletion: otherwise an insert of 5,000 rows took 8 seconds.
create function private.add_version(
  kind text, record_id uuid, record jsonb, changed text[], state text default 'saved'
) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  newest constant integer := private.next_version(kind, record_id);
begin
  insert into public.content_versions (
    kind, record_id, version, account_id, account_name, changed, record, pictures, state, findings
  )
  values (
    kind, record_id, newest, auth.uid(), private.caller_name(), changed, record, private.picture_folders(record), state,
    private.findings_of(kind, record_id, record)
  );
  if newest > 50 then
    delete from public.content_versions as old_one
    where old_one.kind = add_version.kind and old_one.record_id = add_version.record_id
      and (
        old_one.version <= newest - 1000
        or (old_one.version <= newest - 50 and old_one.saved_at < now() - interval '90 days')
      )
      and not private.is_head(old_one.kind, old_one.record_id, old_one.version);
  end if;
  return newest;
end;
$$;

-- Keeps the result of an accessibility check with the version that was checked, while editors see that version.
create function public.keep_findings(kind text, record_id uuid, version integer, findings jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  update public.content_versions as kept set findings = keep_findings.findings
  where kept.kind = keep_findings.kind and kept.record_id = keep_findings.record_id
    and kept.version = keep_findings.version
    and kept.version = any (private.current_versions(kept.kind, kept.record_id));
  if not found then
    raise exception 'Someone has saved since.' using errcode = 'PT409', detail = 'changed_since';
  end if;
end;
$$;
grant execute on function public.keep_findings(text, uuid, integer, jsonb) to authenticated, service_role;

create function private.keep_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  record jsonb := private.version_of(to_jsonb(new));
  changes text[] := '{}';
begin
  if tg_op = 'UPDATE' then
    select array_agg(part.key order by part.key) into changes
    from jsonb_each(record) as part
    where part.key not in ('updated_at', 'is_sample') and part.value is distinct from to_jsonb(old) -> part.key;
    if changes is null then
      return null;
    end if;
  end if;
  if tg_table_name = 'apps' then
    record := record || jsonb_build_object('screenshots', private.app_screenshots(new.id));
  end if;
  perform private.add_version(tg_table_name, new.id, record, changes);
  return null;
end;
$$;

-- The folders of the uploaded pictures in a record: /pictures/<folder>/800.webp.
create function private.picture_folders(record jsonb) returns text[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct found[1]), '{}')
  from regexp_matches(
    record::text, '/pictures/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/', 'g'
  ) as found;
$$;
grant execute on function private.picture_folders(jsonb) to authenticated, service_role;

-- The folder of an uploaded picture; null for another URL.
create function private.picture_folder(url text) returns text
  language sql immutable parallel safe
  return substring(
    url from '/pictures/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/'
  );
grant execute on function private.picture_folder(text) to authenticated, service_role;

-- Whether a version shows the picture.
create function private.is_picture_in_version(object_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.content_versions
    where content_versions.pictures <> '{}'
      and content_versions.pictures @> array[split_part(object_name, '/', 1)]
  );
$$;

-- Empties the trash after 30 days, and deletes old versions and autosaves. The server calls it every hour.
create function public.delete_expired_content(most integer default 10000) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.deleted_content
  using (
    select old.kind, old.record_id
    from public.deleted_content as old
    where old.deleted_at < now() - interval '30 days'
    order by old.deleted_at
    limit most
  ) as expired
  where deleted_content.kind = expired.kind and deleted_content.record_id = expired.record_id;
  delete from public.content_versions
  using (
    select surplus.kind, surplus.record_id, surplus.version
    from (
      select many.kind, many.record_id, max(many.version) as newest
      from public.content_versions as many
      where many.version > 50
      group by many.kind, many.record_id
    ) as long
    join public.content_versions as surplus
      on surplus.kind = long.kind and surplus.record_id = long.record_id and surplus.version <= long.newest - 50
    where surplus.saved_at < now() - interval '90 days'
      and not private.is_head(surplus.kind, surplus.record_id, surplus.version)
    limit most
  ) as expired
  where content_versions.kind = expired.kind
    and content_versions.record_id = expired.record_id
    and content_versions.version = expired.version;
  delete from public.content_autosaves
  using (
    select old.account_id, old.kind, old.record_id, old.step
    from public.content_autosaves as old
    where old.saved_at < now() - interval '30 days'
    order by old.saved_at
    limit most
  ) as expired
  where content_autosaves.account_id = expired.account_id
    and content_autosaves.kind = expired.kind
    and content_autosaves.record_id = expired.record_id
    and content_autosaves.step = expired.step;
end;
$$;
grant execute on function public.delete_expired_content(integer) to service_role;

-- Deletes the versions, drafts and autosaves of a record that is neither in its table nor in the trash.
create function private.drop_versions() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  gone constant jsonb := to_jsonb(old);
  of_kind constant text := case when tg_table_name = 'deleted_content' then gone ->> 'kind' else tg_table_name end;
  of_record constant uuid := coalesce(gone ->> 'record_id', gone ->> 'id');
  is_there boolean;
begin
  execute format('select exists (select from public.%I where id = $1)', of_kind) into is_there using of_record;
  if is_there
    or exists (
      select from public.deleted_content as kept where kept.kind = of_kind and kept.record_id = of_record
    )
  then
    return null;
  end if;
  delete from public.content_heads
  where content_heads.kind = of_kind and content_heads.record_id = of_record;
  delete from public.content_versions
  where content_versions.kind = of_kind and content_versions.record_id = of_record;
  delete from public.content_autosaves
  where content_autosaves.kind = of_kind and content_autosaves.record_id = of_record;
  return null;
end;
$$;
