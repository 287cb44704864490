-- The trash: content that was deleted in the last 30 days, with its pictures, so that it can be restored.
create table public.deleted_content (
  -- Table of the record.
  kind text not null,
  record_id uuid not null,
  name text not null,
  slug text not null,
  was_published boolean not null,
  deleted_at timestamptz not null default now(),
  -- The account that deleted it; null: the server.
  account_id uuid,
  -- Name of the account at that time.
  account_name text,
  record jsonb not null,
  -- Rows of media or app_media that were deleted with it.
  belongings jsonb not null default '[]',
  -- Its former slugs, and its slug if it was published.
  former_slugs text[] not null default '{}',
  -- Leads that requested this service.
  lead_ids uuid[] not null default '{}',
  -- Folders of uploaded pictures that it shows.
  pictures text[] not null default '{}',
  primary key (kind, record_id)
);

create index deleted_content_newest on public.deleted_content (deleted_at desc, record_id desc);
create index deleted_content_pictures on public.deleted_content using gin (pictures);

grant delete, select on public.deleted_content to authenticated;

-- Editors and owners delete content, so they see what was deleted.
-- Editors and owners delete records permanently.
select private.add_policies('deleted_content', 'editors', 'select delete');

create trigger drop_versions after delete on public.deleted_content
  for each row execute function private.drop_versions();
create trigger audit_deleted after delete on public.deleted_content
  referencing old table as removed for each statement execute function private.audit_emptied_trash();

-- Copies a record to the trash before it is deleted, while its pictures and leads still refer to it. Samples that the
-- server removes are not copied. Arguments: the table of its pictures and the column that refers to the record, if
-- there is one.
create function private.keep_deleted() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  gone constant jsonb := to_jsonb(old);
  belongings jsonb := '[]';
  addresses text[];
  leads uuid[] := '{}';
begin
  if old.is_sample and auth.uid() is null then
    return old;
  end if;
  if tg_nargs > 0 then
    execute format('select coalesce(jsonb_agg(to_jsonb(part)), ''[]'') from public.%I as part where part.%I = $1', tg_argv[0], tg_argv[1])
    into belongings using old.id;
  end if;
  if tg_table_name = 'services' then
    leads := array(select asked.id from public.leads as asked where asked.service_id = old.id);
  end if;
  addresses := array(
    select former.slug from public.former_slugs as former where former.kind = tg_table_name and former.record_id = old.id
  );
  if old.is_published then
    addresses := addresses || old.slug;
  end if;
  insert into public.deleted_content (
    kind, record_id, name, slug, was_published, account_id, account_name, record, belongings, former_slugs, lead_ids,
    pictures
  )
  values (
    tg_table_name, old.id, coalesce(gone ->> 'name', gone ->> 'title'), old.slug, old.is_published,
    auth.uid(), private.caller_name(), gone, belongings, addresses, leads,
    private.picture_folders(jsonb_build_array(gone, belongings))
  )
  on conflict (kind, record_id) do update set
    name = excluded.name, slug = excluded.slug, was_published = excluded.was_published, deleted_at = now(),
    account_id = excluded.account_id, account_name = excluded.account_name, record = excluded.record,
    belongings = excluded.belongings, former_slugs = excluded.former_slugs, lead_ids = excluded.lead_ids,
    pictures = excluded.pictures;
  return old;
end;
$$;

-- Restores a record as a draft under its ID, with its pictures, leads and former slugs. If its slug is taken, it gets
-- the next free one. Returns the slug.
create function public.restore_deleted(kind text, record_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  kept public.deleted_content;
  is_there boolean;
  free_slug text;
begin
  perform private.require_editor();
  select * into kept from public.deleted_content as found
  where found.kind = restore_deleted.kind and found.record_id = restore_deleted.record_id
  for update;
  if kept.record_id is null then
    raise exception 'This is no longer in the trash.'
      using errcode = 'P0001', detail = 'not_in_trash', hint = 'Someone may have restored it already. Refresh the list.';
  end if;
  execute format('select exists (select from public.%I where id = $1)', kept.kind) into is_there using kept.record_id;
  if is_there then
    raise exception 'This has already been restored.'
      using errcode = 'P0001', detail = 'already_restored';
  end if;
  free_slug := private.free_slug(kept.kind, kept.slug);
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
grant execute on function public.restore_deleted(text, uuid) to authenticated, service_role;

-- The slug, or the next one that no record of the table has.
create function private.free_slug(kind text, slug text) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  free text := slug;
  copies integer := 1;
  is_taken boolean;
begin
  loop
    execute format('select exists (select from public.%I as record where record.slug = $1)', kind)
    into is_taken using free;
    exit when not is_taken;
    copies := copies + 1;
    free := rtrim(left(slug, 90), '-') || '-' || copies;
  end loop;
  return free;
end;
$$;

-- Inserts stored rows. Columns that were added since then get their defaults.
create function private.insert_kept(relation text, kept jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  columns text;
begin
  select string_agg(quote_ident(part.attname), ', ') into columns
  from pg_catalog.pg_attribute as part
  where part.attrelid = format('public.%I', relation)::regclass
    and part.attnum > 0 and not part.attisdropped and part.attgenerated = ''
    and kept -> 0 ? part.attname;
  execute format(
    'insert into public.%I (%s) select %s from jsonb_populate_recordset(null::public.%I, $1) on conflict (id) do nothing',
    relation, columns, columns, relation
  ) using kept;
end;
$$;

-- For the policy of content_versions: versions of a record in the trash are for editors and owners.
create function private.is_in_trash(kind text, record_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.deleted_content as gone
    where gone.kind = is_in_trash.kind and gone.record_id = is_in_trash.record_id
  );
$$;
grant execute on function private.is_in_trash(text, uuid) to authenticated;
