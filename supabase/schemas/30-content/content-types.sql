-- The types of content: tables whose records each have a public page. Code for all of them reads this list. A new type
-- is a table and a call of private.add_content_type (CONTRIBUTING.md).
create table private.content_types (
  table_name text primary key,
  text_column text not null default 'body',
  picture_column text not null default 'cover_url',
  picture_alt_column text not null default 'cover_alt'
);

-- Gives a table the indexes, triggers, policies, grants and preview function that case_studies has. The table's file
-- calls it. The table must have the columns id, slug, title, body, cover_url, cover_alt, is_published, published_at,
-- created_at, updated_at, locale and is_sample.
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
    create trigger drop_sample_parts before update on public.%1$I
      for each row when (old.title is distinct from new.title and current_user = 'authenticated')
      execute function private.drop_sample_parts();
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

-- When the next scheduled record becomes public, which is when cached pages expire; null if nothing is scheduled.
create function public.next_publication() returns timestamptz
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
grant execute on function public.next_publication() to service_role;
