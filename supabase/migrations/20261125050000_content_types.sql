-- The types of content: tables whose records have a public page each. What is done for all of them reads this list, and a
-- new type is its table and one call of private.add_content_type (CONTRIBUTING.md).
create table private.content_types (
  table_name text primary key,
  text_column text not null default 'body',
  picture_column text not null default 'cover_url',
  picture_alt_column text not null default 'cover_alt'
);
insert into private.content_types values
  ('services', 'description', 'hero_image_url', 'hero_image_alt'),
  ('apps', 'description', 'logo_url', 'logo_alt');
insert into private.content_types (table_name) values ('posts'), ('case_studies');
insert into private.personal_data (table_name, column_name, reach)
select 'private.content_types', column_name, 'none'
from unnest(array['table_name', 'text_column', 'picture_column', 'picture_alt_column']) as column_name;

alter table public.former_slugs
  drop constraint former_slugs_kind_known,
  add constraint former_slugs_kind_known foreign key (kind) references private.content_types (table_name);

-- Makes a table a type of content, with what case_studies has: it has the columns id, slug, title, body, cover_url,
-- cover_alt, is_published, published_at, created_at, updated_at, locale and is_sample, and its own. For migrations.
create function private.add_content_type(kind text) returns void
  language plpgsql set search_path = ''
as $$
declare
  written constant text := (
    select string_agg(quote_ident(attname), ', ')
    from pg_catalog.pg_attribute
    where attrelid = format('public.%I', kind)::regclass and attnum > 0 and not attisdropped
      and attname not in ('id', 'created_at', 'updated_at', 'is_sample')
  );
begin
  insert into private.content_types (table_name) values (kind);
  insert into private.personal_data (table_name, column_name, reach)
  select 'public.' || kind, attname, case attname when 'locale' then 'none' else 'published' end
  from pg_catalog.pg_attribute
  where attrelid = format('public.%I', kind)::regclass and attnum > 0 and not attisdropped
    and atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype);

  execute format($sql$
    create index %2$I on public.%1$I (published_at desc nulls last, id desc) where is_published;
    create index %3$I on public.%1$I (published_at desc nulls last, id desc);
    create index %4$I on public.%1$I (published_at) where is_published and published_at is not null;

    create trigger %5$I before update on public.%1$I
      for each row execute function private.set_updated_at();
    create trigger limit_body before insert or update of body on public.%1$I
      for each row execute function private.limit_size('body', 'The text', '100000');
    create trigger limit_cover_alt before insert or update of cover_alt on public.%1$I
      for each row execute function private.limit_size('cover_alt', 'The description of the picture', '1000');
    create trigger limit_locale before insert or update of locale on public.%1$I
      for each row execute function private.limit_size('locale', 'The language', '35');
    create trigger notify_changed after insert or update or delete on public.%1$I
      for each row execute function private.notify_table_changed();
    create trigger notify_truncated after truncate on public.%1$I
      for each statement execute function private.notify_table_changed();
    create trigger record_former_slug after insert or update of slug, is_published, published_at or delete
      on public.%1$I
      for each row execute function private.record_former_slug();
    create trigger keep_version after insert or update on public.%1$I
      for each row execute function private.keep_version();
    create trigger keep_deleted before delete on public.%1$I
      for each row execute function private.keep_deleted();
    create trigger drop_versions after delete on public.%1$I
      for each row execute function private.drop_versions();
    create trigger keep_edited_sample before update on public.%1$I
      for each row when (old.is_sample and current_user = 'authenticated')
      execute function private.keep_edited_sample();
    create trigger audit_created after insert on public.%1$I referencing new table as added
      for each statement execute function private.audit_rows('content', '20');
    create trigger audit_changed after update on public.%1$I
      referencing old table as removed new table as added
      for each statement execute function private.audit_rows('content', '20');
    create trigger audit_deleted after delete on public.%1$I referencing old table as removed
      for each statement execute function private.audit_rows('content', '20');

    alter table public.%1$I enable row level security;
    alter table public.%1$I force row level security;
    grant select on public.%1$I to anon, authenticated;
    grant insert (id, %6$s), update (%6$s), delete on public.%1$I to authenticated;
    grant select, insert, update, delete on public.%1$I to service_role;
    create policy "everybody reads published" on public.%1$I for select to anon, authenticated
      using (is_published and (published_at is null or published_at <= now()));
    create policy "staff read drafts" on public.%1$I for select to authenticated
      using ((select public.is_staff()));
    create policy "editors insert" on public.%1$I for insert to authenticated
      with check ((select public.can_edit_content()));
    create policy "editors update" on public.%1$I for update to authenticated
      using ((select public.can_edit_content()));
    create policy "editors delete" on public.%1$I for delete to authenticated
      using ((select public.can_edit_content()));

    create policy %7$I on public.former_slugs for select to anon, authenticated
      using (kind = %1$L and exists (select from public.%1$I as record where record.id = former_slugs.record_id));

    create function public.%8$I(token text) returns setof public.%1$I
      language sql stable security definer set search_path = ''
    as $preview$
      select * from public.%1$I as record where record.id = private.read_preview_token(%1$L, token)
    $preview$;
    revoke execute on function public.%8$I(text) from public, anon, authenticated;
    grant execute on function public.%8$I(text) to anon, authenticated;
  $sql$, kind, kind || '_published', kind || '_newest', kind || '_scheduled', kind || '_updated_at', written,
    format('everybody reads of %s they may read', replace(kind, '_', ' ')), 'preview_' || kind);
end;
$$;
revoke execute on function private.add_content_type(text) from public;

-- Null for a caller who is not staff, because what is public now may be a draft before the address expires. Staff of
-- every role read every record.
create or replace function public.sign_preview(kind text, record_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  is_there boolean;
begin
  if not public.is_staff() or not exists (select from private.content_types where table_name = kind) then
    return null;
  end if;
  execute format('select exists (select from public.%I where id = $1)', kind) into is_there using record_id;
  return case when is_there then private.make_preview_token(kind, record_id) end;
end;
$$;
revoke execute on function private.make_preview_token(text, uuid) from authenticated;

create or replace function public.next_publication() returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
declare
  kind text;
  next_one timestamptz;
  soonest timestamptz;
begin
  for kind in select table_name from private.content_types loop
    execute format(
      'select published_at from public.%I where is_published and published_at > now() order by published_at limit 1', kind
    ) into next_one;
    soonest := least(soonest, next_one);
  end loop;
  return soonest;
end;
$$;

create or replace function private.is_picture_used(object_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  folder constant text := split_part(object_name, '/', 1);
  part constant text := '/pictures/' || folder || '/';
  type private.content_types;
  is_used boolean;
begin
  for type in select * from private.content_types loop
    execute format(
      'select exists (select from public.%I where strpos(%I, $1) > 0 or strpos(%I, $1) > 0)',
      type.table_name, type.picture_column, type.text_column
    ) into is_used using part;
    if is_used then
      return true;
    end if;
  end loop;
  return exists (select from public.media where strpos(media.url, part) > 0)
    or exists (select from public.app_media where strpos(app_media.url, part) > 0)
    or exists (select from public.partners where strpos(partners.logo_url, part) > 0)
    or exists (select from public.deleted_content where deleted_content.pictures @> array[folder])
    or exists (
      select from public.agency_settings
      where strpos(agency_settings.facts ->> 'logo', part) > 0
        or strpos(agency_settings.facts ->> 'logoDark', part) > 0
    );
end;
$$;

-- As before, for every type: a sample that loses its picture is an edited one.
create or replace function public.delete_media(media_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  gone text;
  type private.content_types;
begin
  if not public.can_edit_content() then
    return null;
  end if;
  delete from public.media where media.id = media_id returning media.url into gone;
  if gone is null then
    delete from public.app_media where app_media.id = media_id returning app_media.url into gone;
  end if;
  if gone is null
    or exists (select from public.media where media.url = gone)
    or exists (select from public.app_media where app_media.url = gone)
  then
    return gone;
  end if;
  for type in select * from private.content_types loop
    execute format(
      'update public.%1$I set %2$I = null, %3$I = null, is_sample = false where %2$I = $1',
      type.table_name, type.picture_column, type.picture_alt_column
    ) using gone;
  end loop;
  return gone;
end;
$$;

-- Deletes the samples, except those that something else refers to: a service with an own picture or a lead of a visitor,
-- an app with an own screenshot, a category of a service that stays, and the pictures of what stays. One row a table,
-- with the names of what is kept. Sample leads go with every message in their threads. For the server alone.
create or replace function public.remove_samples() returns table (relation text, removed bigint, kept text[])
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- What is written meanwhile would be deleted by a cascade that has not seen it.
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

  -- Pictures before what they belong to: a cascade would not count them.
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

create or replace function private.has_samples() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  relation text;
  is_there boolean;
begin
  for relation in
    select table_name from private.content_types union all values ('partners'), ('leads'), ('categories')
  loop
    execute format('select exists (select from public.%I where is_sample)', relation) into is_there;
    if is_there then
      return true;
    end if;
  end loop;
  return false;
end;
$$;
