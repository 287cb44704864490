-- A statement that changes no row is no change. Every account may send one, also where the policies show it nothing,
-- and each made whoever keeps rendered pages forget them all. Told row by row; the same word is sent once a transaction.
do $$
declare
  content text;
begin
  foreach content in array array['categories', 'services', 'apps', 'app_media', 'media', 'posts'] loop
    execute format('drop trigger announce_change on public.%I', content);
    execute format(
      'create trigger announce_change after insert or update or delete on public.%I
        for each row execute function private.announce_change()',
      content
    );
    execute format(
      'create trigger announce_emptied after truncate on public.%I
        for each statement execute function private.announce_change()',
      content
    );
  end loop;
end
$$;
