-- Samples are there to be edited. What an account has changed is the agency's own from then on, so that removing the
-- samples never removes it. Leads and their messages are left out: answering an invented person is practice.
create function private.keep_edited_sample() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.is_sample := false;
  return new;
end;
$$;
revoke execute on function private.keep_edited_sample() from public;

create trigger keep_edited_sample before update on public.categories
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger keep_edited_sample before update on public.services
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger keep_edited_sample before update on public.apps
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger keep_edited_sample before update on public.app_media
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger keep_edited_sample before update on public.media
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger keep_edited_sample before update on public.posts
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger keep_edited_sample before update on public.partners
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();

-- Deletes the samples, except those that something else refers to: a service with an own picture or a lead of a visitor,
-- an app with an own screenshot, a category of a service that stays, and the pictures of what stays. One row a table,
-- with the names of what is kept. Sample leads go with every message in their threads. For the server alone.
create function public.remove_samples() returns table (relation text, removed bigint, kept text[])
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- What is written meanwhile would be deleted by a cascade that has not seen it.
  lock table public.categories, public.services, public.apps, public.app_media, public.media, public.leads
    in share row exclusive mode;

  relation := 'lead_messages';
  kept := '{}';
  delete from public.lead_messages using public.leads
  where leads.id = lead_messages.lead_id and leads.is_sample;
  get diagnostics removed = row_count;
  return next;

  relation := 'leads';
  delete from public.leads where leads.is_sample;
  get diagnostics removed = row_count;
  return next;

  relation := 'posts';
  delete from public.posts where posts.is_sample;
  get diagnostics removed = row_count;
  return next;

  relation := 'partners';
  delete from public.partners where partners.is_sample;
  get diagnostics removed = row_count;
  return next;

  -- Pictures before what they belong to: a cascade would not count them.
  relation := 'app_media';
  delete from public.app_media using public.apps
  where apps.id = app_media.app_id
    and app_media.is_sample
    and apps.is_sample
    and not exists (select from public.app_media as own where own.app_id = apps.id and not own.is_sample);
  get diagnostics removed = row_count;
  kept := array(select app_media.alt from public.app_media where app_media.is_sample order by 1);
  return next;

  relation := 'apps';
  delete from public.apps
  where apps.is_sample and not exists (select from public.app_media where app_media.app_id = apps.id);
  get diagnostics removed = row_count;
  kept := array(select apps.name from public.apps where apps.is_sample order by 1);
  return next;

  relation := 'media';
  delete from public.media
  where media.is_sample
    and not exists (
      select from public.services
      where services.id = media.service_id
        and (
          not services.is_sample
          or exists (select from public.media as own where own.service_id = services.id and not own.is_sample)
          or exists (select from public.leads where leads.service_id = services.id)
        )
    );
  get diagnostics removed = row_count;
  kept := array(select media.alt from public.media where media.is_sample order by 1);
  return next;

  relation := 'services';
  delete from public.services
  where services.is_sample
    and not exists (select from public.media where media.service_id = services.id)
    and not exists (select from public.leads where leads.service_id = services.id);
  get diagnostics removed = row_count;
  kept := array(select services.name from public.services where services.is_sample order by 1);
  return next;

  relation := 'categories';
  delete from public.categories
  where categories.is_sample
    and not exists (select from public.services where services.category_id = categories.id);
  get diagnostics removed = row_count;
  kept := array(select categories.name from public.categories where categories.is_sample order by 1);
  return next;
end;
$$;
revoke execute on function public.remove_samples() from public, anon, authenticated;
grant execute on function public.remove_samples() to service_role;
