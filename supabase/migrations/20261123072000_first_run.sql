-- What a new owner has done to make the product their agency's (docs/decisions/0057-own-look.md). Each step is read from
-- what it leaves behind; only a test mail and the dismissal leave nothing else.
alter table public.settings
  add column mail_tested_at timestamptz,
  add column first_run_dismissed_at timestamptz;

create function private.has_samples() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.services where is_sample)
    or exists (select from public.apps where is_sample)
    or exists (select from public.posts where is_sample)
    or exists (select from public.partners where is_sample)
    or exists (select from public.leads where is_sample)
    or exists (select from public.categories where is_sample);
$$;

-- Step by step whether it is done; null once it was dismissed.
create function public.first_run() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  facts jsonb;
  texts jsonb;
  state public.settings;
begin
  perform private.require_owner();
  select * into state from public.settings;
  if state.first_run_dismissed_at is not null then
    return null;
  end if;
  select agency_settings.facts, agency_settings.texts into facts, texts
  from public.agency_settings order by id desc limit 1;
  return jsonb_build_object(
    'name', coalesce(facts ? 'name' and facts ? 'phone', false),
    'logo', coalesce(facts ->> 'logo' <> '', false),
    'legal', coalesce(
      facts ? 'legalName'
      or exists (select from jsonb_each(texts) as one where one.value ? 'privacy' or one.value ? 'terms'),
      false
    ),
    'mail', state.mail_tested_at is not null,
    'team', (select count(*) > 1 from public.staff),
    'samples', not private.has_samples()
  );
end;
$$;

-- For good, for all owners.
create function public.dismiss_first_run() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  update public.settings set first_run_dismissed_at = now() where first_run_dismissed_at is null;
end;
$$;

-- After a test message was accepted.
create function public.note_mail_test() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  update public.settings set mail_tested_at = now();
end;
$$;

-- The samples that nobody has edited and nothing else refers to, as `npm run remove-samples` does.
create function public.clear_samples() returns table (relation text, removed bigint, kept text[])
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return query select * from public.remove_samples();
end;
$$;

revoke execute on function private.has_samples() from public;
revoke execute on function
  public.first_run(), public.dismiss_first_run(), public.note_mail_test(), public.clear_samples()
  from public, anon;
grant execute on function
  public.first_run(), public.dismiss_first_run(), public.note_mail_test(), public.clear_samples()
  to authenticated;
