select private.register_personal_data('private.content_types', 'none', 'table_name text_column picture_column
  picture_alt_column title_column path');
select private.register_personal_data('public.app_media', 'published', 'url alt');
select private.register_personal_data('public.app_media', 'none', 'kind');
select private.register_personal_data('public.apps', 'published', 'name slug short_pitch description logo_url
  logo_alt category platforms feature_chips demo_url seo');
select private.register_personal_data('public.apps', 'none', 'text_format');
select private.register_personal_data('public.case_studies', 'published', 'slug title excerpt client problem body
  results quote quote_name quote_role cover_url cover_alt seo');
select private.register_personal_data('public.categories', 'published', 'name');
select private.register_personal_data('public.content_autosaves', 'words', 'draft');
select private.register_personal_data('public.content_autosaves', 'account', 'device_name');
select private.register_personal_data('public.content_autosaves', 'none', 'kind base_revision pictures');
select private.register_personal_data('public.content_heads', 'none', 'kind zone error');
select private.register_personal_data('public.content_versions', 'words', 'record findings');
select private.register_personal_data('public.content_versions', 'account', 'account_name');
select private.register_personal_data('public.content_versions', 'none', 'kind state changed pictures');
select private.register_personal_data('public.deleted_content', 'words', 'name record belongings');
select private.register_personal_data('public.deleted_content', 'account', 'account_name');
select private.register_personal_data('public.deleted_content', 'none', 'kind slug former_slugs pictures');
select private.register_personal_data('public.former_slugs', 'published', 'slug');
select private.register_personal_data('public.former_slugs', 'none', 'kind');
select private.register_personal_data('public.missed_paths', 'row', 'path');
select private.register_personal_data('public.posts', 'published', 'slug title excerpt cover_url cover_alt body seo');
select private.register_personal_data('public.redirects', 'published', 'from_path target');
select private.register_personal_data('public.services', 'published', 'name slug short_pitch description
  hero_image_url hero_image_alt feature_chips pricing_json seo');
select private.register_personal_data('public.services', 'none', 'text_format');

insert into private.content_types (
  table_name, path, text_column, picture_column, picture_alt_column, title_column
) values
  ('services', '/services', 'description', 'hero_image_url', 'hero_image_alt', 'name'),
  ('apps', '/apps', 'description', 'logo_url', 'logo_alt', 'name'),
  ('posts', '/resources', 'body', 'cover_url', 'cover_alt', 'title'),
  ('case_studies', '/case-studies', 'body', 'cover_url', 'cover_alt', 'title')
on conflict (table_name) do update set
  path = excluded.path,
  text_column = excluded.text_column,
  picture_column = excluded.picture_column,
  picture_alt_column = excluded.picture_alt_column,
  title_column = excluded.title_column
where content_types <> excluded;

select private.register_person_source('missedPaths', 70, '{public.missed_paths}',
  null, 'private.erase_missed_paths_of_person');

select private.register_mail_kind('change-not-published', 'colleague_id', 'staff');
