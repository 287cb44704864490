-- Logos of partners, and one save for everything that the screen Agency details shows: all of it or nothing.
alter table public.partners
  add column logo_url text,
  add column logo_ground text not null default 'any',
  add constraint partners_logo_url_length check (char_length(logo_url) <= 400),
  add constraint partners_logo_url_safe check (private.is_safe_url(logo_url)),
  add constraint partners_logo_ground_known check (logo_ground in ('any', 'light', 'dark'));
grant insert (logo_url, logo_ground), update (logo_url, logo_ground) on public.partners to authenticated;

insert into private.personal_data (table_name, column_name, reach) values
  ('public.partners', 'logo_url', 'published'),
  ('public.partners', 'logo_ground', 'none');

-- `settings`: {"facts", "texts", "basedOn", "restoredFrom"} of a new version; `partners`: {"list": the strip of the home
-- page, "basedOn": the one that the changes began with}, each partner as {"name", "logo", "ground"}. A part that is null
-- stays as it is. Partners that stay keep their row, and one that stays as it is is not written, so an unchanged sample
-- is still one. Runs with the caller's rights: the policies of both tables decide. Returns the newest version, if any.
create function public.save_agency(settings jsonb, partners jsonb)
  returns table (id bigint, created_at timestamptz, facts jsonb, texts jsonb)
  language plpgsql set search_path = ''
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
      raise check_violation using message = 'partners: a list of at most 40';
    end if;
    if not public.can_edit_content() then
      raise insufficient_privilege using message = 'only editors and owners change partners';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('partners', 0));
    select coalesce(jsonb_agg(
      jsonb_build_object('name', one.name, 'logo', one.logo_url, 'ground', one.logo_ground)
      order by one.sort_order, one.name
    ), '[]') into stored
    from public.partners as one;
    if stored is distinct from partners -> 'basedOn' then
      raise sqlstate 'PT409' using message = 'the partners were changed meanwhile';
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

drop function public.save_partners(text[]);
revoke execute on function public.save_agency(jsonb, jsonb) from public, anon;
grant execute on function public.save_agency(jsonb, jsonb) to authenticated, service_role;

create or replace function private.is_picture_used(object_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  with folder as (select '/pictures/' || split_part(object_name, '/', 1) || '/' as part)
  select exists (select from public.media, folder where strpos(media.url, part) > 0)
    or exists (select from public.app_media, folder where strpos(app_media.url, part) > 0)
    or exists (
      select from public.services, folder
      where strpos(services.hero_image_url, part) > 0 or strpos(services.description, part) > 0
    )
    or exists (
      select from public.apps, folder
      where strpos(apps.logo_url, part) > 0 or strpos(apps.description, part) > 0
    )
    or exists (
      select from public.posts, folder
      where strpos(posts.cover_url, part) > 0 or strpos(posts.body, part) > 0
    )
    or exists (
      select from public.case_studies, folder
      where strpos(case_studies.cover_url, part) > 0 or strpos(case_studies.body, part) > 0
    )
    or exists (select from public.partners, folder where strpos(partners.logo_url, part) > 0)
    or exists (
      select from public.deleted_content
      where deleted_content.pictures @> array[split_part(object_name, '/', 1)]
    )
    or exists (
      select from public.agency_settings, folder
      where strpos(agency_settings.facts ->> 'logo', part) > 0
        or strpos(agency_settings.facts ->> 'logoDark', part) > 0
    );
$$;
