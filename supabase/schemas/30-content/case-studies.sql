-- Case studies: a client's problem, what the agency did, and the results.
create table public.case_studies (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  excerpt text not null default '',
  -- The client's name, or a description of a client who is not named.
  client text not null default '',
  -- Plain text.
  problem text not null default '',
  -- What was done, in markdown; HTML in it is shown as text.
  body text,
  -- One line each, with the number first: "63% more calls".
  results text[] not null default '{}',
  -- Services; deleted ones and drafts are not shown.
  service_ids uuid[] not null default '{}',
  -- What the client says about it, in plain text, and who says it.
  quote text not null default '',
  quote_name text not null default '',
  quote_role text not null default '',
  cover_url text,
  cover_alt text,
  is_published boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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
  constraint case_studies_quote_length check (char_length(quote) <= 2000),
  constraint case_studies_quote_name_length check (char_length(quote_name) <= 200),
  constraint case_studies_quote_role_length check (char_length(quote_role) <= 200),
  constraint case_studies_cover_url_safe check (private.is_safe_url(cover_url))
);

create index case_studies_services on public.case_studies using gin (service_ids) where is_published;
select private.add_content_type('case_studies', searched => '{excerpt,client,quote_name}');
select private.limit_column('case_studies', 'body', 'The text', 100000);
select private.limit_column('case_studies', 'problem', 'The problem', 5000);
select private.limit_column('case_studies', 'results', 'The results', 80, 40);
