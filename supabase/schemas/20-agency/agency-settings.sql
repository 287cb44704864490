-- What the agency publishes about itself: name, phone, logo, colours, opening hours, texts of pages and mails.
-- Append-only versions; the newest one is what everyone sees. A field that is missing has the site's preset
-- (site/app/agency/agency-fields.ts).

create table public.agency_settings (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  -- The newest version when editing began; if there is a newer one by now, the save is rejected.
  based_on bigint,
  restored_from bigint,
  facts jsonb not null default '{}',
  -- by language: {"en-CA": {…}}
  texts jsonb not null default '{}'
);

create index agency_settings_created_by on public.agency_settings (created_by);

grant select (created_at, facts, id, texts) on public.agency_settings to anon;
grant select, insert (based_on, facts, restored_from, texts) on public.agency_settings to authenticated;
revoke delete, truncate, update on public.agency_settings from service_role;
grant insert (based_on, facts, restored_from, texts) on public.agency_settings to service_role;

-- Everyone reads the newest version: it is on every page.
create policy "everybody reads the newest" on public.agency_settings for select to anon, authenticated
  using (id = (select private.newest_agency_settings()));
-- Owners compare and restore earlier ones.
create policy "owners read all" on public.agency_settings for select to authenticated
  using ((select public.is_owner()));
-- Owners save new versions.
create policy "owners insert" on public.agency_settings for insert to authenticated
  with check ((select public.is_owner()) and created_by = (select auth.uid()));

create trigger check_version before insert on public.agency_settings
  for each row execute function private.check_agency_settings();
create trigger audit_saved after insert on public.agency_settings
  for each row execute function private.audit_agency_settings();
create trigger keep_images after insert on public.agency_settings
  for each row execute function private.keep_images();
create trigger notify_changed after insert or update or delete on public.agency_settings
  for each row execute function private.notify_table_changed();
create trigger follow_agency_hours after insert on public.agency_settings
  for each statement execute function private.follow_agency_hours();
create trigger notify_truncated after truncate on public.agency_settings
  for each statement execute function private.notify_table_changed();
create trigger trim_versions after insert on public.agency_settings
  for each statement execute function private.trim_agency_settings();

create function private.check_agency_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  language text;
  newest bigint;
begin
  if pg_column_size(new.facts) > 20000 or pg_column_size(new.texts) > 600000 then
    perform private.raise_check_violation('agency_settings', 'agency_settings_size');
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

-- Keeps the newest 500 versions.
create function private.trim_agency_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.agency_settings where id in (
    select version.id from public.agency_settings as version order by version.id desc offset 500
  );
  return null;
end;
$$;

create function private.newest_agency_settings() returns bigint
  language sql stable security definer set search_path = ''
as $$ select max(id) from public.agency_settings $$;
grant execute on function private.newest_agency_settings() to anon, authenticated;

-- Saves settings and partners in one transaction, with the caller's rights. `settings`: {"facts", "texts", "basedOn",
-- "restoredFrom"}; `partners`: {"list", "basedOn"}, each partner as {"name", "logo", "ground"}. A part that is null is
-- not changed. An unchanged partner is not written, so a sample stays a sample. Returns the newest version, if any.
create function public.save_agency(settings jsonb, partners jsonb)
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
grant execute on function public.save_agency(jsonb, jsonb) to authenticated, service_role;
