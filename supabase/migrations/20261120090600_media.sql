-- Pictures of services. Visitors see a service's hero picture through the service itself, so these rows are
-- for staff alone.
create table public.media (
  id uuid primary key default gen_random_uuid(),
  service_id uuid references public.services (id) on delete cascade,
  kind text not null default 'image',
  url text not null,
  alt text not null default '',
  created_at timestamptz not null default now(),
  is_sample boolean not null default false,
  constraint media_kind_length check (btrim(kind) <> '' and char_length(kind) <= 50),
  constraint media_url_safe check (private.is_safe_url(url)),
  constraint media_alt_length check (char_length(alt) <= 1000)
);

create index media_service on public.media (service_id);
create index media_newest on public.media (created_at desc, id desc);

alter table public.media enable row level security;
alter table public.media force row level security;

grant select on public.media to authenticated;
grant insert (id, service_id, kind, url, alt), update (service_id, kind, url, alt), delete
  on public.media to authenticated;
grant select, insert, update, delete on public.media to service_role;

-- Staff of every role read media: the media screen lists them.
create policy "staff read" on public.media for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.media for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.media for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content.
create policy "editors delete" on public.media for delete to authenticated
  using ((select public.can_edit_content()));
