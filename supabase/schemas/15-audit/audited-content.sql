-- Audit log entries about content. Triggers write them, so a call of the API is logged like a change in the dashboard.

-- Arguments: the area; for up to how many records of one statement each gets an entry. More of them get one entry
-- together.
create function private.audit_rows() returns trigger
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

-- The columns that differ, without those that triggers and foreign keys maintain.
create function private.audited_changes(before jsonb, after jsonb) returns text[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(part.key order by part.key), '{}')
  from jsonb_each(after) as part
  where part.key <> all (array['updated_at', 'is_sample', 'uploaded_by']) and part.value is distinct from before -> part.key;
$$;

-- Whether a change is only a consequence of another one, which has its own entry: pictures of a record that is moved to
-- the trash or restored, or a service whose category was deleted.
create function private.follows_by_itself(before jsonb, after jsonb) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.deleted_content as trash
    where (trash.kind, trash.record_id) in (
      ('services', (coalesce(after, before) ->> 'service_id')::uuid), ('apps', (coalesce(after, before) ->> 'app_id')::uuid)
    )
  ) or (
    private.audited_changes(before, after) = array['category_id']
    and after ->> 'category_id' is null
    and not exists (select from public.categories where categories.id = (before ->> 'category_id')::uuid)
  )
$$;

-- A record that an editor deleted permanently. A restored record is in its table again, and the hourly job of the
-- server is not logged.
create function private.audit_emptied_trash() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  gone public.deleted_content;
  is_there boolean;
begin
  if auth.uid() is null then
    return null;
  end if;
  for gone in select * from removed limit 100 loop
    execute format('select exists (select from public.%I where id = $1)', gone.kind) into is_there using gone.record_id;
    if not is_there then
      perform private.audit('content', 'deleted', gone.kind, gone.record_id::text, gone.name);
    end if;
  end loop;
  return null;
end;
$$;
