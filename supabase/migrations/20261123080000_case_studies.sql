-- Case studies: whose problem it was, what we did, and what came of it.
create table public.case_studies (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  excerpt text not null default '',
  client text not null default '',
  problem text not null default '',
  body text,
  results text[] not null default '{}',
  service_ids uuid[] not null default '{}',
  cover_url text,
  cover_alt text,
  is_published boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  locale text not null default 'en-CA',
  is_sample boolean not null default false,
  constraint case_studies_slug_unique unique (slug),
  constraint case_studies_slug_format check (private.is_slug(slug)),
  constraint case_studies_title_length check (btrim(title) <> '' and char_length(title) <= 200),
  constraint case_studies_excerpt_length check (char_length(excerpt) <= 1000),
  constraint case_studies_client_length check (char_length(client) <= 200),
  constraint case_studies_problem_length check (char_length(problem) <= 10000),
  constraint case_studies_body_length check (char_length(body) <= 200000),
  constraint case_studies_results_whole check (array_position(results, null) is null),
  constraint case_studies_service_ids_whole check (
    array_position(service_ids, null) is null and cardinality(service_ids) <= 12
  ),
  constraint case_studies_cover_url_safe check (private.is_safe_url(cover_url))
);
comment on column public.case_studies.client is 'a name, or what describes a client who is not named';
comment on column public.case_studies.problem is 'plain paragraphs';
comment on column public.case_studies.body is 'what was done, in markdown; raw markup is shown as text, never rendered';
comment on column public.case_studies.results is 'one line each, its number first: "63% more calls"';
comment on column public.case_studies.service_ids is 'of services; one that is deleted or a draft is not shown';
comment on column public.case_studies.published_at is 'while it is in the future nobody but staff sees the row';

create index case_studies_published on public.case_studies (published_at desc nulls last, id desc) where is_published;
create index case_studies_newest on public.case_studies (published_at desc nulls last, id desc);
create index case_studies_services on public.case_studies using gin (service_ids) where is_published;

create trigger case_studies_updated_at before update on public.case_studies
  for each row execute function private.set_updated_at();
create trigger limit_body before insert or update of body on public.case_studies
  for each row execute function private.limit_size('body', 'The text', '100000');
create trigger limit_problem before insert or update of problem on public.case_studies
  for each row execute function private.limit_size('problem', 'The problem', '5000');
create trigger limit_results before insert or update of results on public.case_studies
  for each row execute function private.limit_size('results', 'The results', '80', '40');
create trigger limit_cover_alt before insert or update of cover_alt on public.case_studies
  for each row execute function private.limit_size('cover_alt', 'The description of the picture', '1000');
create trigger limit_locale before insert or update of locale on public.case_studies
  for each row execute function private.limit_size('locale', 'The language', '35');
create trigger notify_changed after insert or update or delete on public.case_studies
  for each row execute function private.notify_table_changed();
create trigger notify_truncated after truncate on public.case_studies
  for each statement execute function private.notify_table_changed();
create trigger record_former_slug after insert or update of slug, is_published, published_at or delete
  on public.case_studies
  for each row execute function private.record_former_slug();
create trigger keep_version after insert or update on public.case_studies
  for each row execute function private.keep_version();
create trigger keep_deleted before delete on public.case_studies
  for each row execute function private.keep_deleted();
create trigger drop_versions after delete on public.case_studies
  for each row execute function private.drop_versions();
create trigger keep_edited_sample before update on public.case_studies
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();

create trigger audit_created after insert on public.case_studies referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_changed after update on public.case_studies
  referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.case_studies referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');

insert into private.personal_data (table_name, column_name, reach)
select 'public.case_studies', listed.column_name, 'published'
from regexp_split_to_table('slug title excerpt client problem body results cover_url cover_alt', ' ') as listed (column_name);
insert into private.personal_data (table_name, column_name, reach) values ('public.case_studies', 'locale', 'none');

alter table public.case_studies enable row level security;
alter table public.case_studies force row level security;

grant select on public.case_studies to anon, authenticated;
grant
  insert (
    id, slug, title, excerpt, client, problem, body, results, service_ids, cover_url, cover_alt, is_published,
    published_at, locale
  ),
  update (
    slug, title, excerpt, client, problem, body, results, service_ids, cover_url, cover_alt, is_published, published_at,
    locale
  ),
  delete
  on public.case_studies to authenticated;
grant select, insert, update, delete on public.case_studies to service_role;

-- Everyone reads what is published, from its date on.
create policy "everybody reads published" on public.case_studies for select to anon, authenticated
  using (is_published and (published_at is null or published_at <= now()));
-- Staff of every role read drafts too: the dashboard lists them.
create policy "staff read drafts" on public.case_studies for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.case_studies for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.case_studies for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content.
create policy "editors delete" on public.case_studies for delete to authenticated
  using ((select public.can_edit_content()));

-- Former addresses, previews, scheduling, pictures and samples know the table too.
alter table public.former_slugs drop constraint former_slugs_kind_known;
alter table public.former_slugs add constraint former_slugs_kind_known
  check (kind in ('services', 'apps', 'posts', 'case_studies'));
-- Everyone reads the old slugs of records that they may read.
create policy "everybody reads of case studies they may read" on public.former_slugs for select to anon, authenticated
  using (
    kind = 'case_studies' and exists (select from public.case_studies where case_studies.id = former_slugs.record_id)
  );

create or replace function public.sign_preview(kind text, record_id uuid) returns text
  language sql stable security invoker
begin atomic
  select private.make_preview_token(sign_preview.kind, sign_preview.record_id)
  where public.is_staff()
    and case sign_preview.kind
      when 'services' then exists (select from public.services where services.id = sign_preview.record_id)
      when 'apps' then exists (select from public.apps where apps.id = sign_preview.record_id)
      when 'posts' then exists (select from public.posts where posts.id = sign_preview.record_id)
      when 'case_studies' then exists (select from public.case_studies where case_studies.id = sign_preview.record_id)
      else false
    end;
end;

create function public.preview_case_studies(token text) returns setof public.case_studies
  language sql stable security definer set search_path = ''
as $$
  select * from public.case_studies where case_studies.id = private.read_preview_token('case_studies', token)
$$;
revoke execute on function public.preview_case_studies(text) from public, anon, authenticated;
grant execute on function public.preview_case_studies(text) to anon, authenticated;

create index case_studies_scheduled on public.case_studies (published_at) where is_published and published_at is not null;

create or replace function public.next_publication() returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select min(next_one.published_at)
  from (
    (select published_at from public.services where is_published and published_at > now() order by published_at limit 1)
    union all
    (select published_at from public.apps where is_published and published_at > now() order by published_at limit 1)
    union all
    (select published_at from public.posts where is_published and published_at > now() order by published_at limit 1)
    union all
    (
      select published_at from public.case_studies
      where is_published and published_at > now() order by published_at limit 1
    )
  ) as next_one;
$$;

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

create or replace function public.delete_media(media_id uuid) returns text
  language plpgsql set search_path = ''
as $$
declare
  gone text;
begin
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
  update public.services set hero_image_url = null, hero_image_alt = null where services.hero_image_url = gone;
  update public.apps set logo_url = null, logo_alt = null where apps.logo_url = gone;
  update public.posts set cover_url = null, cover_alt = null where posts.cover_url = gone;
  update public.case_studies set cover_url = null, cover_alt = null where case_studies.cover_url = gone;
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

  relation := 'posts';
  delete from public.posts where posts.is_sample;
  get diagnostics removed = row_count;
  return next;

  relation := 'case_studies';
  delete from public.case_studies where case_studies.is_sample;
  get diagnostics removed = row_count;
  return next;

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
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.services where is_sample)
    or exists (select from public.apps where is_sample)
    or exists (select from public.posts where is_sample)
    or exists (select from public.case_studies where is_sample)
    or exists (select from public.partners where is_sample)
    or exists (select from public.leads where is_sample)
    or exists (select from public.categories where is_sample);
$$;
