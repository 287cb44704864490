-- The trash is for editors and owners, and so are the versions of what is in it.
create function private.is_in_trash(kind text, record_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.deleted_content as gone
    where gone.kind = is_in_trash.kind and gone.record_id = is_in_trash.record_id
  );
$$;
revoke execute on function private.is_in_trash(text, uuid) from public;
grant execute on function private.is_in_trash(text, uuid) to authenticated;

drop policy "staff read" on public.content_versions;
-- Staff of every role read drafts, so they read what they were too. Nobody writes.
create policy "staff read" on public.content_versions for select to authenticated
  using (
    (select public.can_edit_content())
    or ((select public.is_staff()) and not private.is_in_trash(kind, record_id))
  );
