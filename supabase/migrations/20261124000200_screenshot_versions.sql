-- The screenshots of an app belong to its versions: what was there, in which order and with which descriptions.
create function private.app_screenshots(app uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'url', url, 'alt', alt) order by sort_order, id), '[]'
  )
  from public.app_media where app_media.app_id = app
$$;

create or replace function private.keep_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  record jsonb := to_jsonb(new) - 'is_sample';
  changes text[] := '{}';
  newest integer;
begin
  if tg_op = 'UPDATE' then
    select array_agg(part.key order by part.key) into changes
    from jsonb_each(record) as part
    where part.key <> 'updated_at' and part.value is distinct from to_jsonb(old) -> part.key;
    if changes is null then
      return null;
    end if;
  end if;
  if tg_table_name = 'apps' then
    record := record || jsonb_build_object('screenshots', private.app_screenshots(new.id));
  end if;
  select kept.version + 1 into newest
  from public.content_versions as kept
  where kept.kind = tg_table_name and kept.record_id = new.id
  order by kept.version desc
  limit 1;
  newest := coalesce(newest, 1);
  insert into public.content_versions (kind, record_id, version, account_id, account_name, changed, record, pictures)
  values (
    tg_table_name, new.id, newest, auth.uid(), private.caller_name(), changes, record, private.picture_folders(record)
  );
  if newest > 50 then
    delete from public.content_versions as old_one
    where old_one.kind = tg_table_name and old_one.record_id = new.id
      and (
        old_one.version <= newest - 1000
        or (old_one.version <= newest - 50 and old_one.saved_at < now() - interval '90 days')
      );
  end if;
  return null;
end;
$$;

-- Ten screenshots that are added one by one are one version: one of the same account within ten minutes takes the place
-- of the one before, if that has nothing else. At the end of the transaction, so that the state is whole.
create function private.keep_screenshots() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  app constant uuid := case when tg_op = 'DELETE' then old.app_id else new.app_id end;
  shown constant jsonb := private.app_screenshots(app);
  now_kept jsonb;
  newest public.content_versions;
begin
  select to_jsonb(apps) - 'is_sample' || jsonb_build_object('screenshots', shown) into now_kept
  from public.apps where apps.id = app;
  if now_kept is null then
    return null;
  end if;
  select * into newest from public.content_versions as kept
  where kept.kind = 'apps' and kept.record_id = app
  order by kept.version desc limit 1 for update;
  if newest.record -> 'screenshots' is not distinct from shown then
    return null;
  end if;
  if newest.saved_at = now() then
    update public.content_versions set record = now_kept, pictures = private.picture_folders(now_kept)
    where content_versions.kind = 'apps' and content_versions.record_id = app
      and content_versions.version = newest.version;
    return null;
  end if;
  if newest.changed = array['screenshots'] and newest.account_id is not distinct from auth.uid()
    and newest.saved_at > now() - interval '10 minutes'
  then
    delete from public.content_versions
    where content_versions.kind = 'apps' and content_versions.record_id = app
      and content_versions.version = newest.version;
  end if;
  insert into public.content_versions (kind, record_id, version, account_id, account_name, changed, record, pictures)
  values (
    'apps', app, coalesce(newest.version, 0) + 1, auth.uid(), private.caller_name(), array['screenshots'], now_kept,
    private.picture_folders(now_kept)
  );
  return null;
end;
$$;
create constraint trigger keep_screenshots after insert or update or delete on public.app_media
  deferrable initially deferred for each row execute function private.keep_screenshots();

-- Those that are there now, of which the first change would leave no trace.
update public.content_versions as kept
set record = kept.record || jsonb_build_object('screenshots', private.app_screenshots(kept.record_id)),
  pictures = private.picture_folders(
    kept.record || jsonb_build_object('screenshots', private.app_screenshots(kept.record_id))
  )
where kept.kind = 'apps'
  and kept.version = (
    select max(other.version) from public.content_versions as other
    where other.kind = 'apps' and other.record_id = kept.record_id
  );

-- Puts back the screenshots of a version, with their order and descriptions. Runs as the caller: policies decide.
create function public.restore_screenshots(app_id uuid, version integer) returns void
  language plpgsql set search_path = ''
as $$
declare
  kept jsonb;
begin
  if not public.can_edit_content() then
    raise exception 'You don''t have permission to change content. Ask an owner.'
      using errcode = '42501', detail = 'content_denied';
  end if;
  select found.record -> 'screenshots' into kept
  from public.content_versions as found
  where found.kind = 'apps' and found.record_id = restore_screenshots.app_id
    and found.version = restore_screenshots.version;
  if kept is null then
    return;
  end if;
  delete from public.app_media
  where app_media.app_id = restore_screenshots.app_id
    and not exists (select from jsonb_array_elements(kept) as one where one ->> 'id' = app_media.id::text);
  insert into public.app_media as shown (id, app_id, kind, url, alt, sort_order)
  select (one ->> 'id')::uuid, restore_screenshots.app_id, one ->> 'kind', one ->> 'url', one ->> 'alt', place
  from jsonb_array_elements(kept) with ordinality as item (one, place)
  on conflict (id) do update
    set kind = excluded.kind, url = excluded.url, alt = excluded.alt, sort_order = excluded.sort_order
    where shown.app_id = excluded.app_id;
end;
$$;

revoke execute on function private.app_screenshots(uuid), private.keep_screenshots() from public;
revoke execute on function public.restore_screenshots(uuid, integer) from public, anon;
grant execute on function public.restore_screenshots(uuid, integer) to authenticated;
