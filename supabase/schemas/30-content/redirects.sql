-- Redirects, which editors make. They are looked up only if the site has no page at an address.
create table public.redirects (
  id uuid primary key default gen_random_uuid(),
  -- Lower case, without query; compared case-insensitively.
  from_path text not null,
  -- A path of this site, or an http(s) address.
  target text not null,
  status smallint not null default 301,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint redirects_from_path_unique unique (from_path),
  constraint redirects_from_path_format check (
    char_length(from_path) between 2 and 500
    and from_path ~ '^/[^/?#\\\s]' and from_path !~ '[?#\\\s\u0001-\u001f\u007f-\u00a0]' and from_path !~ '/$'
  ),
  -- A path of this site or an absolute http(s) address. No value of a request is inserted into it.
  constraint redirects_target_safe check (private.is_safe_url(target) and target ~* '^(https?://|/)'),
  constraint redirects_status_known check (status in (301, 302))
);

create index redirects_newest on public.redirects (created_at desc, id desc);
create index redirects_targets on public.redirects (lower(regexp_replace(target, '[?#].*$', '')));

select private.add_edited_table('redirects', 20);

-- Staff of every role read redirects; visitors use find_redirect.
select private.add_policies('redirects', 'staff', 'select');

create trigger check_redirect before insert or update of from_path, target on public.redirects
  for each row execute function private.check_redirect();
create trigger drop_missed_path after insert or update of from_path on public.redirects
  for each row execute function private.drop_missed_path();

-- Stores the path in lower case. A redirect never leads to another one or to a former address, so there are no loops. The lock serializes
-- writers.
create function private.check_redirect() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  goal text;
begin
  new.from_path := lower(new.from_path);
  goal := lower(regexp_replace(new.target, '[?#].*$', ''));
  if goal <> '/' then
    goal := rtrim(goal, '/');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('redirects', 0));
  if goal = new.from_path then
    raise exception 'This redirect would lead back to itself.' using errcode = 'P0001', detail = 'redirect_loop';
  end if;
  if exists (
    select from public.redirects as next_one where next_one.from_path = goal and next_one.id <> new.id
  ) or exists (
    select from public.former_slugs as former
    join private.content_types as type on type.table_name = former.kind
    where former.record_id is not null and type.path || '/' || former.slug = goal
  ) then
    raise exception 'The target is also redirected. Enter the address it leads to.'
      using errcode = 'P0001', detail = 'redirect_chain';
  end if;
  if exists (
    select from public.redirects as before_it
    where before_it.id <> new.id
      and lower(regexp_replace(before_it.target, '[?#].*$', '')) in (new.from_path, new.from_path || '/')
  ) then
    raise exception 'Another redirect leads here. Change that one first.'
      using errcode = 'P0001', detail = 'redirect_target';
  end if;
  return new;
end;
$$;

-- The redirect of a path, for every caller; no row if there is none.
create function public.find_redirect(path text) returns table (target text, status smallint)
  language sql stable security definer set search_path = '' rows 1
as $$
  select redirects.target, redirects.status
  from public.redirects
  where char_length(path) <= 500 and redirects.from_path = lower(path)
$$;
grant execute on function public.find_redirect(text) to anon, authenticated, service_role;

-- Paths that visitors requested and the site does not have: how often and when last. Without the query, the referrer or
-- anything about the visitor.
create table public.missed_paths (
  path text primary key,
  visits bigint not null default 1,
  last_at timestamptz not null default now(),
  constraint missed_paths_path_length check (char_length(path) <= 200)
);

create index missed_paths_most on public.missed_paths (visits desc, last_at desc, path);

grant delete, select on public.missed_paths to authenticated;

-- Editors and owners see what is missing.
-- Editors and owners remove what needs no redirect.
select private.add_policies('missed_paths', 'editors', 'select delete');

-- Adds counts from the server, as {"/old-page": 3}. Keeps 500 paths: a new one replaces the one with the fewest and
-- oldest requests.
create function public.record_missed_paths(paths jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('missed_paths', 0));
  insert into public.missed_paths as known (path, visits)
  select lower(part.key), sum(part.value::bigint)
  from jsonb_each_text(paths) as part
  where char_length(part.key) <= 200
  group by lower(part.key)
  on conflict (path) do update set visits = known.visits + excluded.visits, last_at = now();
  delete from public.missed_paths
  where missed_paths.path in (
    select surplus.path from public.missed_paths as surplus
    order by surplus.last_at < now(), surplus.visits desc, surplus.last_at desc, surplus.path
    offset 500
  );
end;
$$;
grant execute on function public.record_missed_paths(jsonb) to service_role;

-- A path with a redirect is no longer missing.
create function private.drop_missed_path() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.missed_paths where missed_paths.path = new.from_path;
  return null;
end;
$$;

-- Deletes paths that contain an address or number of the person (70-privacy/person-sources.sql).
create function private.erase_missed_paths_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
begin
  delete from public.missed_paths where missed_paths.path ~* private.contact_pattern(wanted);
  return null;
end;
$$;
