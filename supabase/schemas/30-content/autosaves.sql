-- What an editor has typed and not saved, so that nothing is lost with a device. It belongs to its author, not to the
-- record: colleagues and visitors see nothing of it.
create table public.content_autosaves (
  account_id uuid not null references auth.users (id) on delete cascade,
  -- Table of the record.
  kind text not null,
  -- A record that is not saved yet has its ID from the browser.
  record_id uuid not null,
  step integer not null,
  saved_at timestamptz not null default now(),
  -- The copy on the device, whose newest state this is.
  draft_id uuid not null,
  -- By the clock of the device.
  typed_at timestamptz not null,
  -- Browser and system as the author reads them: "Firefox on Android".
  device_name text not null,
  -- The revision of the record that was edited; null: the record is not saved yet.
  base_revision text,
  -- Whether other text has replaced it on request; it stays when the record is saved.
  is_replaced boolean not null default false,
  -- The state of the editor; its `values` are the fields.
  draft jsonb not null,
  -- Folders of uploaded pictures that it shows.
  pictures text[] not null default '{}',
  primary key (account_id, kind, record_id, step)
);

create index content_autosaves_record on public.content_autosaves (kind, record_id);
create index content_autosaves_age on public.content_autosaves (saved_at);
create index content_autosaves_pictures on public.content_autosaves using gin (pictures) where pictures <> '{}';

grant select, delete on public.content_autosaves to authenticated;

-- Only their author reads them.
create policy "author read" on public.content_autosaves for select to authenticated
  using (account_id = (select auth.uid()));
-- Only their author discards them.
create policy "author delete" on public.content_autosaves for delete to authenticated
  using (account_id = (select auth.uid()));

-- Keeps what the caller has typed in a record. It replaces the newest one, unless that is of another copy, was typed
-- later, was replaced on request, or has a long text that this one lacks, as of a form that is emptied or half loaded.
-- The ten newest of a record are kept.
create function public.keep_autosave(
  kind text, record_id uuid, draft_id uuid, typed_at timestamptz, device_name text, base_revision text,
  is_replaced boolean, draft jsonb
)
  returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  author constant uuid := auth.uid();
  newest public.content_autosaves;
  number integer;
begin
  if author is null or not public.can_edit_content() then
    raise exception 'You don''t have permission to change content. Ask an owner.'
      using errcode = '42501', detail = 'content_denied';
  end if;
  if jsonb_typeof(draft -> 'values') is distinct from 'object' or octet_length(draft::text) > 2000000
    or not exists (select from private.content_types where content_types.table_name = keep_autosave.kind)
  then
    raise exception 'This can''t be kept on the server.' using errcode = '22023', detail = 'autosave_rejected';
  end if;
  -- A page sends one after the other, but a person may have several.
  perform pg_advisory_xact_lock(hashtextextended('content_autosaves ' || author, 0));
  select * into newest from public.content_autosaves as kept
  where kept.account_id = author and kept.kind = keep_autosave.kind and kept.record_id = keep_autosave.record_id
  order by kept.step desc
  limit 1;
  if newest.step is null
    and (
      select count(distinct (kept.kind, kept.record_id)) from public.content_autosaves as kept
      where kept.account_id = author
    ) >= 100
  then
    raise exception 'You have unsaved text in 100 records. Save or discard some of it first.'
      using errcode = 'P0001', detail = 'too_many_autosaves';
  end if;
  if newest.draft_id = keep_autosave.draft_id and newest.typed_at <= keep_autosave.typed_at
    and not newest.is_replaced and not private.loses_text(newest.draft -> 'values', draft -> 'values')
  then
    delete from public.content_autosaves as kept
    where kept.account_id = author and kept.kind = keep_autosave.kind and kept.record_id = keep_autosave.record_id
      and kept.step = newest.step;
    number := newest.step;
  else
    number := coalesce(newest.step, 0) + 1;
  end if;
  insert into public.content_autosaves (
    account_id, kind, record_id, step, draft_id, typed_at, device_name, base_revision, is_replaced, draft, pictures
  ) values (
    author, keep_autosave.kind, keep_autosave.record_id, number, keep_autosave.draft_id, keep_autosave.typed_at,
    left(keep_autosave.device_name, 80), left(keep_autosave.base_revision, 80), keep_autosave.is_replaced,
    keep_autosave.draft, private.picture_folders(keep_autosave.draft)
  );
  delete from public.content_autosaves as kept
  where kept.account_id = author and kept.kind = keep_autosave.kind and kept.record_id = keep_autosave.record_id
    and kept.step <= number - 10;
end;
$$;
grant execute on function public.keep_autosave(text, uuid, uuid, timestamptz, text, text, boolean, jsonb)
  to authenticated;

-- Whether a text of more than 200 characters has lost more than 80 % of them.
create function private.loses_text(before jsonb, after jsonb) returns boolean
  language sql immutable set search_path = ''
as $$
  select exists (
    select from jsonb_each_text(before) as field
    where length(field.value) > 200 and length(coalesce(after ->> field.key, '')) * 5 < length(field.value)
  );
$$;
