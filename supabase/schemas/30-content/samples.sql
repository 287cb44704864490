-- Sample content of a new site.

-- A sample that an account edits becomes the agency's own content, which remove_samples keeps. Sample leads and their
-- messages remain samples when they are edited.
create function private.keep_edited_sample() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.is_sample := false;
  return new;
end;
$$;

-- Whether an account edits content, itself or by a draft that is published.
create function private.is_edited_by_account() returns boolean
  language sql stable parallel safe
  return current_user = 'authenticated' or coalesce(current_setting('content.is_draft', true), '') = 'true';
grant execute on function private.is_edited_by_account() to authenticated, service_role;

-- A sample that an account renames stands for something else, so what it still has of the sample is removed: pictures,
-- and features, unless this change edits them too. Argument: the table of its other pictures and the column that refers
-- to the record, if there is one. The first version of an edited sample tells which features were the sample's.
create function private.drop_sample_parts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  type private.content_types;
  before constant jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  features jsonb := before -> 'feature_chips';
begin
  select * into type from private.content_types where content_types.table_name = tg_table_name;
  if after ->> type.picture_column like '/samples/%'
    and after -> type.picture_column = before -> type.picture_column
  then
    after := after || jsonb_build_object(type.picture_column, null, type.picture_alt_column, null);
  end if;
  if after -> 'feature_chips' = features then
    if not old.is_sample then
      select first.record -> 'feature_chips' into features
      from public.content_versions as first
      where first.kind = tg_table_name and first.record_id = old.id and first.version = 1
        and first.record ? 'is_sample';
    end if;
    after := after || jsonb_build_object('feature_chips', (
      select coalesce(jsonb_agg(feature order by place), '[]')
      from jsonb_array_elements(after -> 'feature_chips') with ordinality as kept (feature, place)
      where not coalesce(features @> feature, false)
    ));
  end if;
  if tg_nargs > 0 then
    execute format('delete from public.%I where %I = $1 and is_sample', tg_argv[0], tg_argv[1]) using old.id;
  end if;
  return jsonb_populate_record(new, after);
end;
$$;

create function private.has_samples() returns boolean
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

create function public.clear_samples() returns table (relation text, removed bigint, kept text[])
  language plpgsql security definer set search_path = '' rows 1
as $$
begin
  perform private.require_owner();
  return query select * from public.remove_samples();
end;
$$;
grant execute on function public.clear_samples() to authenticated, service_role;

-- Deletes the samples except those that other rows refer to: a service with a picture that is no sample or with a lead
-- of a visitor, an app with a screenshot that is no sample, a category of a remaining service, and the pictures of what
-- remains; of an edited service only the picture that it shows. Returns a row for each table, with the names of what was kept. For `./fairlead remove-samples`.
create function public.remove_samples() returns table (relation text, removed bigint, kept text[])
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
        and case
          when not services.is_sample then services.hero_image_url = media.url
          else
            exists (select from public.media as own where own.service_id = services.id and not own.is_sample)
            or exists (select from public.leads where leads.service_id = services.id)
        end
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
grant execute on function public.remove_samples() to service_role;
