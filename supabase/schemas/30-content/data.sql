-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('private.content_types', 'none', 'table_name text_column picture_column picture_alt_column'),
    ('public.app_media', 'published', 'url alt'),
    ('public.app_media', 'none', 'kind'),
    ('public.apps', 'published', 'name slug short_pitch description logo_url logo_alt category platforms
      feature_chips demo_url'),
    ('public.apps', 'none', 'locale text_format'),
    ('public.case_studies', 'published', 'slug title excerpt client problem body results cover_url cover_alt'),
    ('public.case_studies', 'none', 'locale'),
    ('public.categories', 'published', 'name'),
    ('public.content_versions', 'words', 'record'),
    ('public.content_versions', 'account', 'account_name'),
    ('public.content_versions', 'none', 'kind changed pictures'),
    ('public.deleted_content', 'words', 'name record belongings'),
    ('public.deleted_content', 'account', 'account_name'),
    ('public.deleted_content', 'none', 'kind slug former_slugs pictures'),
    ('public.former_slugs', 'published', 'slug'),
    ('public.former_slugs', 'none', 'kind'),
    ('public.missed_paths', 'row', 'path'),
    ('public.posts', 'published', 'slug title excerpt cover_url cover_alt body'),
    ('public.posts', 'none', 'locale'),
    ('public.redirects', 'published', 'from_path target'),
    ('public.services', 'published', 'name slug short_pitch description hero_image_url hero_image_alt feature_chips
      pricing_json'),
    ('public.services', 'none', 'locale text_format')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;

insert into private.content_types (table_name, text_column, picture_column, picture_alt_column) values
  ('services', 'description', 'hero_image_url', 'hero_image_alt'),
  ('apps', 'description', 'logo_url', 'logo_alt'),
  ('posts', 'body', 'cover_url', 'cover_alt'),
  ('case_studies', 'body', 'cover_url', 'cover_alt')
on conflict (table_name) do update set
  text_column = excluded.text_column,
  picture_column = excluded.picture_column,
  picture_alt_column = excluded.picture_alt_column
where content_types <> excluded;
