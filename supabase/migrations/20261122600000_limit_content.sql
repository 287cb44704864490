-- What one record of content may weigh, so that no page of it can stop the server. Triggers instead of checks: a
-- check, even one that is not validated, would refuse every update of a row from before, so that such a record could
-- not be taken down, nor its category deleted. Here only a value that changes is measured.

-- Arguments: the column, its name for people, the most characters (of each item, where it is a list), the most items.
create function private.limit_size() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  value constant jsonb := to_jsonb(new) -> tg_argv[0];
  longest constant integer := tg_argv[2]::integer;
  is_list constant boolean := jsonb_typeof(value) = 'array';
begin
  if tg_op = 'UPDATE' and value is not distinct from to_jsonb(old) -> tg_argv[0] then
    return new;
  end if;
  if is_list and jsonb_array_length(value) > tg_argv[3]::integer then
    raise check_violation using message = format(
      '%s: at most %s, and this has %s', tg_argv[1], tg_argv[3], jsonb_array_length(value)
    );
  end if;
  if is_list and exists (
    select from jsonb_array_elements(value) as item where char_length(item #>> '{}') > longest
  ) then
    raise check_violation using message = format('%s: at most %s characters each', tg_argv[1], longest);
  end if;
  if not is_list and char_length(value #>> '{}') > longest then
    raise check_violation using message = format(
      '%s: at most %s characters, and this has %s', tg_argv[1], longest, char_length(value #>> '{}')
    );
  end if;
  return new;
end;
$$;
revoke execute on function private.limit_size() from public;

create trigger limit_feature_chips before insert or update of feature_chips on public.services
  for each row execute function private.limit_size('feature_chips', 'The features', '80', '40');
create trigger limit_pricing_json before insert or update of pricing_json on public.services
  for each row execute function private.limit_size('pricing_json', 'The prices', '1000', '40');
create trigger limit_hero_image_alt before insert or update of hero_image_alt on public.services
  for each row execute function private.limit_size('hero_image_alt', 'The description of the picture', '1000');
create trigger limit_locale before insert or update of locale on public.services
  for each row execute function private.limit_size('locale', 'The language', '35');

create trigger limit_feature_chips before insert or update of feature_chips on public.apps
  for each row execute function private.limit_size('feature_chips', 'The features', '80', '40');
create trigger limit_platforms before insert or update of platforms on public.apps
  for each row execute function private.limit_size('platforms', 'The platforms', '80', '40');
create trigger limit_category before insert or update of category on public.apps
  for each row execute function private.limit_size('category', 'The category', '100');
create trigger limit_logo_alt before insert or update of logo_alt on public.apps
  for each row execute function private.limit_size('logo_alt', 'The description of the logo', '1000');
create trigger limit_locale before insert or update of locale on public.apps
  for each row execute function private.limit_size('locale', 'The language', '35');

create trigger limit_body before insert or update of body on public.posts
  for each row execute function private.limit_size('body', 'The text', '100000');
create trigger limit_cover_alt before insert or update of cover_alt on public.posts
  for each row execute function private.limit_size('cover_alt', 'The description of the picture', '1000');
create trigger limit_locale before insert or update of locale on public.posts
  for each row execute function private.limit_size('locale', 'The language', '35');
