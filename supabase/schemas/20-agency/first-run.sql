-- The setup checklist that owners of a new site see.

-- Whether each step is done; null if the checklist was dismissed.
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
grant execute on function public.first_run() to authenticated, service_role;

-- Hides the checklist for all owners permanently.
create function public.dismiss_first_run() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  update public.settings set first_run_dismissed_at = now() where first_run_dismissed_at is null;
end;
$$;
grant execute on function public.dismiss_first_run() to authenticated, service_role;

-- Called after the mail server accepted a test message.
create function public.note_mail_test() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  update public.settings set mail_tested_at = now();
end;
$$;
grant execute on function public.note_mail_test() to authenticated, service_role;
