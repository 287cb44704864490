-- Former addresses of published pages, so that links keep working. A renamed record leaves its old slug here; a deleted
-- one leaves a row without record_id, so that its page is "gone" (410). Rows refer to the record and not to its new
-- slug, so no redirect leads to another one.
create table public.former_slugs (
  -- Table of the record.
  kind text not null,
  slug text not null,
  -- Null once the record is deleted.
  record_id uuid,
  created_at timestamptz not null default now(),
  primary key (kind, slug),
  constraint former_slugs_slug_format check (private.is_slug(slug)),
  constraint former_slugs_kind_known foreign key (kind) references private.content_types (table_name)
);

create index former_slugs_record on public.former_slugs (record_id);

grant select on public.former_slugs to anon, authenticated;

-- Everyone reads which pages are gone; old slugs of records that they may read: private.add_content_type. Only the
-- trigger writes rows.
create policy "everybody reads which are gone" on public.former_slugs for select to anon, authenticated
  using (record_id is null);

-- Stores the slug of a public record that is renamed, unpublished or deleted; redirects to a renamed one follow it. A
-- record that is only scheduled does not take over a former slug of another record.
create function private.record_former_slug() returns trigger
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
  if is_public and was_public and old.slug <> new.slug then
    update public.redirects as followed
    set target = type.path || '/' || new.slug || coalesce(substring(followed.target from '[?#].*$'), '')
    from private.content_types as type
    where type.table_name = tg_table_name
      and lower(regexp_replace(followed.target, '[?#].*$', ''))
        in (type.path || '/' || old.slug, type.path || '/' || old.slug || '/')
      and not exists (
        select from public.redirects as other where other.from_path = type.path || '/' || new.slug
      );
  end if;
  return null;
end;
$$;
