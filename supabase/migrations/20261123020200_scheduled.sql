-- What is published at a time in the future is a draft until then: decided as it is read, so no job has to run.
alter table public.services add column published_at timestamptz;
alter table public.apps add column published_at timestamptz;
comment on column public.services.published_at is 'while it is in the future nobody but staff sees the row';
comment on column public.apps.published_at is 'while it is in the future nobody but staff sees the row';
comment on column public.posts.published_at is 'while it is in the future nobody but staff sees the row';
grant insert (published_at), update (published_at) on public.services, public.apps to authenticated;

create index services_scheduled on public.services (published_at) where is_published and published_at is not null;
create index apps_scheduled on public.apps (published_at) where is_published and published_at is not null;

alter policy "everybody reads published" on public.services
  using (is_published and (published_at is null or published_at <= now()));
alter policy "everybody reads published" on public.apps
  using (is_published and (published_at is null or published_at <= now()));
alter policy "everybody reads published" on public.posts
  using (is_published and (published_at is null or published_at <= now()));
alter policy "everybody reads of published apps" on public.app_media
  using (
    exists (
      select from public.apps
      where apps.id = app_media.app_id
        and apps.is_published and (apps.published_at is null or apps.published_at <= now())
    )
  );

-- Addresses count as seen by visitors only once the time has come. A record that is scheduled under a former address of
-- another one lets that go on until then.
create or replace function private.record_former_slug() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  was_public constant boolean :=
    tg_op <> 'INSERT' and old.is_published and (old.published_at is null or old.published_at <= now());
  is_public constant boolean :=
    tg_op <> 'DELETE' and new.is_published and (new.published_at is null or new.published_at <= now());
begin
  if tg_op = 'DELETE' then
    update public.former_slugs set record_id = null where kind = tg_table_name and record_id = old.id;
    if was_public then
      insert into public.former_slugs (kind, slug) values (tg_table_name, old.slug)
      on conflict (kind, slug) do update set record_id = null;
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and was_public and (old.slug <> new.slug or not is_public) then
    insert into public.former_slugs (kind, slug, record_id) values (tg_table_name, old.slug, new.id)
    on conflict (kind, slug) do update set record_id = excluded.record_id;
  end if;
  if is_public then
    delete from public.former_slugs where kind = tg_table_name and slug = new.slug;
  end if;
  return null;
end;
$$;

drop trigger record_former_slug on public.services;
create trigger record_former_slug after insert or update of slug, is_published, published_at or delete on public.services
  for each row execute function private.record_former_slug();
drop trigger record_former_slug on public.apps;
create trigger record_former_slug after insert or update of slug, is_published, published_at or delete on public.apps
  for each row execute function private.record_former_slug();
drop trigger record_former_slug on public.posts;
create trigger record_former_slug after insert or update of slug, is_published, published_at or delete on public.posts
  for each row execute function private.record_former_slug();

-- When something is public next that is not yet; null where nothing is scheduled. No cached page outlives it.
create function public.next_publication() returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select min(next_one.published_at)
  from (
    (select published_at from public.services where is_published and published_at > now() order by published_at limit 1)
    union all
    (select published_at from public.apps where is_published and published_at > now() order by published_at limit 1)
    union all
    (select published_at from public.posts where is_published and published_at > now() order by published_at limit 1)
  ) as next_one;
$$;
revoke execute on function public.next_publication() from public, anon, authenticated;
grant execute on function public.next_publication() to service_role;
