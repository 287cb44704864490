-- Whoever keeps rendered pages hears of every change of content at commit, once a transaction and table.
create function private.announce_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('table_changed', format('%s.%s', tg_table_schema, tg_table_name));
  return null;
end;
$$;
revoke execute on function private.announce_change() from public;

create trigger announce_change after insert or update or delete or truncate on public.categories
  for each statement execute function private.announce_change();
create trigger announce_change after insert or update or delete or truncate on public.services
  for each statement execute function private.announce_change();
create trigger announce_change after insert or update or delete or truncate on public.apps
  for each statement execute function private.announce_change();
create trigger announce_change after insert or update or delete or truncate on public.app_media
  for each statement execute function private.announce_change();
create trigger announce_change after insert or update or delete or truncate on public.media
  for each statement execute function private.announce_change();
create trigger announce_change after insert or update or delete or truncate on public.posts
  for each statement execute function private.announce_change();
