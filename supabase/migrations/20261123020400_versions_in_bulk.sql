-- As before, but a record with few versions has none to prune: 5,000 rows inserted at once took 8 seconds, because the
-- plan of the deletion was made while the table was empty and read all of it for each row.
create or replace function private.keep_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  record constant jsonb := to_jsonb(new) - 'is_sample';
  changes text[] := '{}';
  newest integer;
begin
  if tg_op = 'UPDATE' then
    select array_agg(part.key order by part.key) into changes
    from jsonb_each(record) as part
    where part.key <> 'updated_at' and part.value is distinct from to_jsonb(old) -> part.key;
    if changes is null then
      return null;
    end if;
  end if;
  select kept.version + 1 into newest
  from public.content_versions as kept
  where kept.kind = tg_table_name and kept.record_id = new.id
  order by kept.version desc
  limit 1;
  newest := coalesce(newest, 1);
  insert into public.content_versions (kind, record_id, version, account_id, account_name, changed, record, pictures)
  values (
    tg_table_name, new.id, newest, auth.uid(), private.caller_name(), changes, record, private.picture_folders(record)
  );
  if newest > 50 then
    delete from public.content_versions as old_one
    where old_one.kind = tg_table_name and old_one.record_id = new.id
      and (
        old_one.version <= newest - 1000
        or (old_one.version <= newest - 50 and old_one.saved_at < now() - interval '90 days')
      );
  end if;
  return null;
end;
$$;

-- Most records show no uploaded picture: thousands of empty lists under one key of the index made each insert slow.
drop index public.content_versions_pictures;
create index content_versions_pictures on public.content_versions using gin (pictures) where pictures <> '{}';

create or replace function private.is_picture_in_version(object_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.content_versions
    where content_versions.pictures <> '{}'
      and content_versions.pictures @> array[split_part(object_name, '/', 1)]
  );
$$;
