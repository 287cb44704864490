-- Case studies: a client's problem, what the agency did, and the results.
create table public.case_studies (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  excerpt text not null default '',
  client text not null default '',
  problem text not null default '',
  body text,
  results text[] not null default '{}',
  service_ids uuid[] not null default '{}',
  cover_url text,
  cover_alt text,
  is_published boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  locale text not null default 'en-CA',
  is_sample boolean not null default false,
  constraint case_studies_slug_unique unique (slug),
  constraint case_studies_slug_format check (private.is_slug(slug)),
  constraint case_studies_title_length check (btrim(title) <> '' and char_length(title) <= 200),
  constraint case_studies_excerpt_length check (char_length(excerpt) <= 1000),
  constraint case_studies_client_length check (char_length(client) <= 200),
  constraint case_studies_problem_length check (char_length(problem) <= 10000),
  constraint case_studies_body_length check (char_length(body) <= 200000),
  constraint case_studies_results_whole check (array_position(results, null) is null),
  constraint case_studies_service_ids_whole check (
    array_position(service_ids, null) is null and cardinality(service_ids) <= 12
  ),
  constraint case_studies_cover_url_safe check (private.is_safe_url(cover_url))
);
comment on column public.case_studies.client is 'the client''s name, or a description of a client who is not named';
comment on column public.case_studies.problem is 'plain text';
comment on column public.case_studies.body is 'what was done, in markdown; HTML in it is shown as text';
comment on column public.case_studies.results is 'one line each, with the number first: "63% more calls"';
comment on column public.case_studies.service_ids is 'services; deleted ones and drafts are not shown';
comment on column public.case_studies.published_at is 'while it is in the future, only staff see the row';

create index case_studies_published on public.case_studies (published_at desc nulls last, id desc) where is_published;
create index case_studies_newest on public.case_studies (published_at desc nulls last, id desc);
create index case_studies_services on public.case_studies using gin (service_ids) where is_published;
create index case_studies_scheduled on public.case_studies (published_at) where is_published and published_at is not null;

alter table public.case_studies enable row level security, force row level security;
grant select on public.case_studies to anon;
grant delete, select, insert (body, client, cover_alt, cover_url, excerpt, id, is_published, locale, problem,
  published_at, results, service_ids, slug, title), update (body, client, cover_alt, cover_url, excerpt,
  is_published, locale, problem, published_at, results, service_ids, slug, title) on public.case_studies to
  authenticated;

-- Everyone reads what is published, from its date on.
create policy "everybody reads published" on public.case_studies for select to anon, authenticated
  using (is_published and (published_at is null or published_at <= now()));
-- Staff of every role read drafts too: the dashboard lists them.
create policy "staff read drafts" on public.case_studies for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.case_studies for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.case_studies for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content.
create policy "editors delete" on public.case_studies for delete to authenticated
  using ((select public.can_edit_content()));

create trigger case_studies_updated_at before update on public.case_studies
  for each row execute function private.set_updated_at();
create trigger drop_sample_parts before update on public.case_studies
  for each row when (old.title is distinct from new.title and current_user = 'authenticated')
  execute function private.drop_sample_parts();
create trigger keep_deleted before delete on public.case_studies
  for each row execute function private.keep_deleted();
create trigger keep_edited_sample before update on public.case_studies
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger limit_body before insert or update of body on public.case_studies
  for each row execute function private.limit_size('body', 'The text', '100000');
create trigger limit_cover_alt before insert or update of cover_alt on public.case_studies
  for each row execute function private.limit_size('cover_alt', 'The description of the picture', '1000');
create trigger limit_locale before insert or update of locale on public.case_studies
  for each row execute function private.limit_size('locale', 'The language', '35');
create trigger limit_problem before insert or update of problem on public.case_studies
  for each row execute function private.limit_size('problem', 'The problem', '5000');
create trigger limit_results before insert or update of results on public.case_studies
  for each row execute function private.limit_size('results', 'The results', '80', '40');
create trigger drop_versions after delete on public.case_studies
  for each row execute function private.drop_versions();
create trigger keep_version after insert or update on public.case_studies
  for each row execute function private.keep_version();
create trigger notify_changed after insert or update or delete on public.case_studies
  for each row execute function private.notify_table_changed();
create trigger record_former_slug after insert or update of slug, is_published, published_at or delete
  on public.case_studies
  for each row execute function private.record_former_slug();
create trigger audit_changed after update on public.case_studies
  referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.case_studies referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.case_studies referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');
create trigger notify_truncated after truncate on public.case_studies
  for each statement execute function private.notify_table_changed();
