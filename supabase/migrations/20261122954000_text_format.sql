-- How the description of a service or an app is written. Editors choose; what there is already stays plain.
alter table public.services
  add column text_format text not null default 'plain',
  add constraint services_text_format_known check (text_format in ('plain', 'markdown'));
alter table public.apps
  add column text_format text not null default 'plain',
  add constraint apps_text_format_known check (text_format in ('plain', 'markdown'));
comment on column public.services.text_format is
  'of the description: plain, or markdown; raw markup is shown as text, never rendered';
comment on column public.apps.text_format is
  'of the description: plain, or markdown; raw markup is shown as text, never rendered';
grant insert (text_format), update (text_format) on public.services, public.apps to authenticated;

-- A description counts in either format: one that was switched to plain may be switched back.
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
    );
$$;
