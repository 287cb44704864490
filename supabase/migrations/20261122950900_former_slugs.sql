-- Former addresses of published pages, so that links keep working. A renamed record leaves its old slug here; a deleted
-- one leaves a row without a record: the page is gone, not unknown. A row names the record, never its next slug, so no
-- redirect leads to another redirect.
create table public.former_slugs (
  kind text not null,
  slug text not null,
  record_id uuid,
  created_at timestamptz not null default now(),
  primary key (kind, slug),
  constraint former_slugs_kind_known check (kind in ('services', 'apps', 'posts')),
  constraint former_slugs_slug_format check (private.is_slug(slug))
);
comment on column public.former_slugs.kind is 'the table that record_id is an id of';
comment on column public.former_slugs.record_id is 'null once the record is deleted';

create index former_slugs_record on public.former_slugs (record_id);

-- Only addresses that visitors could see are recorded. A record published under a slug takes it over for good.
create function private.record_former_slug() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    update public.former_slugs set record_id = null where kind = tg_table_name and record_id = old.id;
    if old.is_published then
      insert into public.former_slugs (kind, slug) values (tg_table_name, old.slug)
      on conflict (kind, slug) do update set record_id = null;
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and old.is_published and (old.slug <> new.slug or not new.is_published) then
    insert into public.former_slugs (kind, slug, record_id) values (tg_table_name, old.slug, new.id)
    on conflict (kind, slug) do update set record_id = excluded.record_id;
  end if;
  if new.is_published then
    delete from public.former_slugs where kind = tg_table_name and slug = new.slug;
  end if;
  return null;
end;
$$;
revoke execute on function private.record_former_slug() from public;

create trigger record_former_slug after insert or update of slug, is_published or delete on public.services
  for each row execute function private.record_former_slug();
create trigger record_former_slug after insert or update of slug, is_published or delete on public.apps
  for each row execute function private.record_former_slug();
create trigger record_former_slug after insert or update of slug, is_published or delete on public.posts
  for each row execute function private.record_former_slug();

alter table public.former_slugs enable row level security;
alter table public.former_slugs force row level security;

grant select on public.former_slugs to anon, authenticated;
grant select, insert, update, delete on public.former_slugs to service_role;

-- Everyone reads the old slugs of records that they may read, and which pages are gone. Only the trigger writes rows.
create policy "everybody reads of what they may read" on public.former_slugs for select to anon, authenticated
  using (
    record_id is null
    or (kind = 'services' and exists (select from public.services where services.id = former_slugs.record_id))
    or (kind = 'apps' and exists (select from public.apps where apps.id = former_slugs.record_id))
    or (kind = 'posts' and exists (select from public.posts where posts.id = former_slugs.record_id))
  );
