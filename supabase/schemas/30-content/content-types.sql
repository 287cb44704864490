-- The types of content: tables whose records each have a public page. Code for all of them reads this list. A new type
-- is a table and a call of private.add_content_type (CONTRIBUTING.md).
create table private.content_types (
  table_name text primary key,
  text_column text not null default 'body',
  picture_column text not null default 'cover_url',
  picture_alt_column text not null default 'cover_alt',
  title_column text not null default 'title',
  -- Path of the list of its records, whose pages are below it.
  path text not null default ''
);

-- Makes a table a type of content: what every table has that editors write, and indexes, history, trash, scheduling,
-- redirects, previews and search. The table's file calls it. The table must have the columns id, slug, is_published,
-- published_at, created_at, updated_at and is_sample, and those that the arguments name; the description of a
-- picture is in a column with the ending _alt. Rows of `part_table` belong to a record by their column `part_key`.
-- `searched` are the columns that staff search, besides title and slug.
create function private.add_content_type(
  kind text, title_column text default 'title', text_column text default 'body', picture_column text default 'cover_url',
  sorted_by text default 'published_at desc nulls last', part_table text default null, part_key text default null,
  path text default null, searched text[] default '{}'
) returns void
  language plpgsql set search_path = ''
as $$
declare
  alt_column constant text := replace(picture_column, '_url', '_alt');
  part constant text := concat_ws(', ', quote_literal(part_table), quote_literal(part_key));
  words constant text := (
    select string_agg(format('record.%I', name), ', ') from unnest(array[title_column, 'slug'] || searched) as name
  );
begin
  insert into private.content_types (
    table_name, text_column, picture_column, picture_alt_column, title_column, path
  ) values (
    kind, text_column, picture_column, alt_column, title_column, coalesce(path, '/' || replace(kind, '_', '-'))
  );
  perform private.add_edited_table(kind, 20);
  perform private.limit_column(
    kind, alt_column, 'The description of the ' || case picture_column when 'logo_url' then 'logo' else 'picture' end, 1000
  );
  execute format($sql$
    create index %2$I on public.%1$I (%3$s, id desc) where is_published;
    create index %4$I on public.%1$I (%3$s, id desc);
    create index %5$I on public.%1$I (published_at) where is_published and published_at is not null;

    create trigger record_former_slug after insert or update of slug, is_published, published_at or delete
      on public.%1$I
      for each row execute function private.record_former_slug();
    create trigger keep_images after insert or update of %10$I, %11$I, %12$I on public.%1$I
      for each row execute function private.keep_images(%10$L, %11$L);
    create trigger keep_version after insert or update on public.%1$I
      for each row execute function private.keep_version();
    create trigger keep_deleted before delete on public.%1$I
      for each row execute function private.keep_deleted(%6$s);
    create trigger drop_versions after delete on public.%1$I
      for each row execute function private.drop_versions();
    create trigger drop_sample_parts before update on public.%1$I
      for each row when (old.%7$I is distinct from new.%7$I and private.is_edited_by_account())
      execute function private.drop_sample_parts(%6$s);

    -- Everyone reads what is published, from its date on; staff of every role read drafts too. Policies compare the date
    -- with now(), so no job has to publish anything.
    grant select on public.%1$I to anon;
    create policy "everybody reads published" on public.%1$I for select to anon, authenticated
      using (is_published and (published_at is null or published_at <= now()));
    create policy "staff read drafts" on public.%1$I for select to authenticated
      using ((select public.is_staff()));
    create policy %8$I on public.former_slugs for select to anon, authenticated
      using (kind = %1$L and exists (select from public.%1$I as record where record.id = former_slugs.record_id));

    -- It runs with the rights of its owner, because policies cannot see the token.
    create function public.%9$I(token text) returns setof public.%1$I
      language sql stable security definer set search_path = '' rows 1
    as $preview$
      select * from public.%1$I as record where record.id = private.read_preview_token(%1$L, token)
      union all
      select (jsonb_populate_record(record, private.draft_of(%1$L, record.id))).*
      from public.%1$I as record where record.id = private.read_preview_token('draft of ' || %1$L, token)
    $preview$;
    grant execute on function public.%9$I(text) to anon, authenticated, service_role;

    -- Records that contain the term, without regard to case and accents. Staff of every role read all records.
    create function public.%13$I(term text) returns setof public.%1$I
      language sql stable security definer set search_path = '' rows 50
    as $search$
      select * from public.%1$I as record
      where (select public.is_staff())
        and private.fold_text(concat_ws(e'\x1f', %14$s)) like private.lead_search_pattern(term)
    $search$;
    grant execute on function public.%13$I(text) to authenticated, service_role;
  $sql$, kind, kind || '_published', sorted_by, kind || '_newest', kind || '_scheduled', part, title_column,
    format('everybody reads of %s they may read', replace(kind, '_', ' ')), 'preview_' || kind,
    picture_column, alt_column, text_column, 'search_' || kind, words);
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
