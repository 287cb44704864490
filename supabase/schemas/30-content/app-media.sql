-- Screenshots of apps, in the order in which they are shown.
create table public.app_media (
  id uuid primary key default gen_random_uuid(),
  app_id uuid not null references public.apps (id) on delete cascade,
  kind text not null default 'screenshot',
  url text not null,
  alt text not null default '',
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  is_sample boolean not null default false,
  constraint app_media_kind_length check (btrim(kind) <> '' and char_length(kind) <= 50),
  constraint app_media_url_safe check (private.is_safe_url(url)),
  constraint app_media_alt_length check (char_length(alt) <= 1000)
);

create index app_media_in_order on public.app_media (app_id, sort_order, id);
create index app_media_newest on public.app_media (created_at desc, id desc);

select private.add_edited_table('app_media', 1);
grant select on public.app_media to anon;

-- Everyone reads the pictures of a published app, never those of a draft.
create policy "everybody reads of published apps" on public.app_media for select to anon, authenticated
  using (
    exists (
      select from public.apps
      where apps.id = app_media.app_id
        and apps.is_published and (apps.published_at is null or apps.published_at <= now())
    )
  );
-- Staff of every role read all pictures: the media screen lists them.
create policy "staff read all" on public.app_media for select to authenticated
  using ((select public.is_staff()));

create trigger keep_images after insert or update of url, alt on public.app_media
  for each row execute function private.keep_images('url', 'alt');
create constraint trigger keep_screenshots after insert or update or delete on public.app_media
  deferrable initially deferred for each row execute function private.keep_screenshots();

-- Stores the order of an app's media. Fails if `ids` are not the stored media, so that two users cannot overwrite each
-- other's order. Runs with the caller's rights.
create function public.order_app_media(app_id uuid, ids uuid[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform from public.app_media where app_media.app_id = order_app_media.app_id for update;
  if (
    select coalesce(array_agg(app_media.id order by app_media.id), '{}')
    from public.app_media
    where app_media.app_id = order_app_media.app_id
  ) is distinct from (
    select coalesce(array_agg(id order by id), '{}') from unnest(ids) as listed (id)
  ) then
    raise exception 'The list has changed. Refresh and try again.'
      using errcode = 'PT409', detail = 'list_changed';
  end if;
  update public.app_media
  set sort_order = array_position(ids, app_media.id)
  where app_media.app_id = order_app_media.app_id;
end;
$$;
grant execute on function public.order_app_media(uuid, uuid[]) to authenticated, service_role;

-- The screenshots of an app as its versions contain them.
create function private.app_screenshots(app uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'url', url, 'alt', alt) order by sort_order, id), '[]'
  )
  from public.app_media where app_media.app_id = app
$$;

-- Changed screenshots are a new version of the app. It replaces the newest version if the same account saved that
-- within ten minutes and changed only screenshots. Deferred to the end of the transaction, when all changes are made.
create function private.keep_screenshots() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  app constant uuid := case when tg_op = 'DELETE' then old.app_id else new.app_id end;
  shown constant jsonb := private.app_screenshots(app);
  now_kept jsonb;
  newest public.content_versions;
begin
  select private.version_of(to_jsonb(apps)) || jsonb_build_object('screenshots', shown) into now_kept
  from public.apps where apps.id = app for no key update;
  if now_kept is null then
    return null;
  end if;
  select * into newest from public.content_versions as kept
  where kept.kind = 'apps' and kept.record_id = app and kept.state = 'saved'
  order by kept.version desc limit 1 for update;
  if newest.record -> 'screenshots' is not distinct from shown then
    return null;
  end if;
  if newest.saved_at = now() then
    update public.content_versions set
      record = now_kept, pictures = private.picture_folders(now_kept), findings = null
    where content_versions.kind = 'apps' and content_versions.record_id = app
      and content_versions.version = newest.version;
    return null;
  end if;
  perform private.add_version('apps', app, now_kept, array['screenshots']);
  if newest.changed = array['screenshots'] and newest.account_id is not distinct from auth.uid()
    and newest.saved_at > now() - interval '10 minutes'
    and not private.is_head('apps', app, newest.version)
  then
    delete from public.content_versions
    where content_versions.kind = 'apps' and content_versions.record_id = app
      and content_versions.version = newest.version;
  end if;
  return null;
end;
$$;

-- Restores the screenshots of a version.
create function public.restore_screenshots(app_id uuid, version integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  kept jsonb;
begin
  perform private.require_editor();
  select found.record -> 'screenshots' into kept
  from public.content_versions as found
  where found.kind = 'apps' and found.record_id = restore_screenshots.app_id
    and found.version = restore_screenshots.version;
  if kept is not null then
    perform private.write_screenshots(restore_screenshots.app_id, kept);
  end if;
end;
$$;
grant execute on function public.restore_screenshots(uuid, integer) to authenticated, service_role;

-- Makes the screenshots of an app those of a version. One that changes is no sample any more.
create function private.write_screenshots(app uuid, kept jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  delete from public.app_media
  where app_media.app_id = app
    and not exists (select from jsonb_array_elements(kept) as one where one ->> 'id' = app_media.id::text);
  insert into public.app_media as shown (id, app_id, kind, url, alt, sort_order)
  select (one ->> 'id')::uuid, app, one ->> 'kind', one ->> 'url', one ->> 'alt', place
  from jsonb_array_elements(kept) with ordinality as item (one, place)
  on conflict (id) do update
    set kind = excluded.kind, url = excluded.url, alt = excluded.alt, sort_order = excluded.sort_order, is_sample = false
    where shown.app_id = excluded.app_id
      and (shown.kind, shown.url, shown.alt, shown.sort_order)
        is distinct from (excluded.kind, excluded.url, excluded.alt, excluded.sort_order);
end;
$$;
