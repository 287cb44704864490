-- Copies of content.

-- Copies a record as a draft under a new ID, title and address, with its screenshots; the files of its images are
-- shared. A second call with the ID of the copy does nothing.
create function public.duplicate_content(kind text, record_id uuid, copy_id uuid, title text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  copied jsonb;
  is_there boolean;
begin
  perform private.require_editor();
  if not exists (select from private.content_types where table_name = kind) then
    raise exception 'No type of content is called %.', kind using errcode = '22023';
  end if;
  execute format('select to_jsonb(record) from public.%I as record where record.id = $1', kind)
  into copied using record_id;
  if copied is null then
    raise exception 'This no longer exists. Refresh the list.'
      using errcode = 'P0001', detail = 'content_gone';
  end if;
  execute format('select exists (select from public.%I as record where record.id = $1)', kind)
  into is_there using copy_id;
  if is_there then
    return;
  end if;
  copied := copied - '{created_at,updated_at,is_sample}'::text[] || jsonb_build_object(
    'id', copy_id,
    case when copied ? 'name' then 'name' else 'title' end, title,
    'slug', private.free_slug(kind, copied ->> 'slug'),
    'is_published', false,
    'published_at', null
  );
  perform private.insert_kept(kind, jsonb_build_array(copied));
  if kind = 'apps' then
    insert into public.app_media (app_id, kind, url, alt, sort_order)
    select copy_id, shown.kind, shown.url, shown.alt, shown.sort_order
    from public.app_media as shown
    where shown.app_id = record_id;
  end if;
end;
$$;
grant execute on function public.duplicate_content(text, uuid, uuid, text) to authenticated, service_role;
