-- 15 × create function, 1 × create index, 4 × create trigger, 6 × revoke all, 1 × grant execute
-- Rewritten by `npm run migration` until the next release; the handwritten parts stay.
set check_function_bodies = off;

-- First, by hand:

-- From supabase/schemas:

-- Gives a table the indexes, triggers, policies, grants and preview function that case_studies has. The table's file
-- calls it. The table must have the columns id, slug, title, body, cover_url, cover_alt, is_published, published_at,
-- created_at, updated_at, locale and is_sample.
create or replace function private.add_content_type(kind text) returns void
  language plpgsql set search_path = ''
as $$
declare
  written constant text := (
    select string_agg(quote_ident(attname), ', ')
    from pg_catalog.pg_attribute
    where attrelid = format('public.%I', kind)::regclass and attnum > 0 and not attisdropped
      and attname not in ('id', 'created_at', 'updated_at', 'is_sample')
  );
begin
  insert into private.content_types (table_name) values (kind);
  insert into private.personal_data (table_name, column_name, reach)
  select 'public.' || kind, attname, case attname when 'locale' then 'none' else 'published' end
  from pg_catalog.pg_attribute
  where attrelid = format('public.%I', kind)::regclass and attnum > 0 and not attisdropped
    and atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype);

  execute format($sql$
    create index %2$I on public.%1$I (published_at desc nulls last, id desc) where is_published;
    create index %3$I on public.%1$I (published_at desc nulls last, id desc);
    create index %4$I on public.%1$I (published_at) where is_published and published_at is not null;

    create trigger %5$I before update on public.%1$I
      for each row execute function private.set_updated_at();
    create trigger limit_body before insert or update of body on public.%1$I
      for each row execute function private.limit_size('body', 'The text', '100000');
    create trigger limit_cover_alt before insert or update of cover_alt on public.%1$I
      for each row execute function private.limit_size('cover_alt', 'The description of the picture', '1000');
    create trigger limit_locale before insert or update of locale on public.%1$I
      for each row execute function private.limit_size('locale', 'The language', '35');
    create trigger notify_changed after insert or update or delete on public.%1$I
      for each row execute function private.notify_table_changed();
    create trigger notify_truncated after truncate on public.%1$I
      for each statement execute function private.notify_table_changed();
    create trigger record_former_slug after insert or update of slug, is_published, published_at or delete
      on public.%1$I
      for each row execute function private.record_former_slug();
    create trigger keep_version after insert or update on public.%1$I
      for each row execute function private.keep_version();
    create trigger keep_deleted before delete on public.%1$I
      for each row execute function private.keep_deleted();
    create trigger drop_versions after delete on public.%1$I
      for each row execute function private.drop_versions();
    create trigger drop_sample_parts before update on public.%1$I
      for each row when (old.title is distinct from new.title and current_user = 'authenticated')
      execute function private.drop_sample_parts();
    create trigger keep_edited_sample before update on public.%1$I
      for each row when (old.is_sample and current_user = 'authenticated')
      execute function private.keep_edited_sample();
    create trigger audit_created after insert on public.%1$I referencing new table as added
      for each statement execute function private.audit_rows('content', '20');
    create trigger audit_changed after update on public.%1$I
      referencing old table as removed new table as added
      for each statement execute function private.audit_rows('content', '20');
    create trigger audit_deleted after delete on public.%1$I referencing old table as removed
      for each statement execute function private.audit_rows('content', '20');

    alter table public.%1$I enable row level security;
    alter table public.%1$I force row level security;
    grant select on public.%1$I to anon, authenticated;
    grant insert (id, %6$s), update (%6$s), delete on public.%1$I to authenticated;
    grant select, insert, update, delete on public.%1$I to service_role;
    create policy "everybody reads published" on public.%1$I for select to anon, authenticated
      using (is_published and (published_at is null or published_at <= now()));
    create policy "staff read drafts" on public.%1$I for select to authenticated
      using ((select public.is_staff()));
    create policy "editors insert" on public.%1$I for insert to authenticated
      with check ((select public.can_edit_content()));
    create policy "editors update" on public.%1$I for update to authenticated
      using ((select public.can_edit_content()));
    create policy "editors delete" on public.%1$I for delete to authenticated
      using ((select public.can_edit_content()));

    create policy %7$I on public.former_slugs for select to anon, authenticated
      using (kind = %1$L and exists (select from public.%1$I as record where record.id = former_slugs.record_id));

    create function public.%8$I(token text) returns setof public.%1$I
      language sql stable security definer set search_path = ''
    as $preview$
      select * from public.%1$I as record where record.id = private.read_preview_token(%1$L, token)
    $preview$;
    revoke execute on function public.%8$I(text) from public, anon, authenticated;
    grant execute on function public.%8$I(text) to anon, authenticated;
  $sql$, kind, kind || '_published', kind || '_newest', kind || '_scheduled', kind || '_updated_at', written,
    format('everybody reads of %s they may read', replace(kind, '_', ' ')), 'preview_' || kind);
end;
$$;
-- In the order of site/app/agency/agency-fields.ts; supabase/tests/agency-settings.test.ts compares both.
create or replace function private.agency_fields() returns table (
  part text, name text, kind text, max_length integer, max_lines integer, is_required boolean, lowest integer, highest integer
)
  language sql immutable parallel safe rows 80
as $$
  values
    ('facts', 'name', 'line', 40, null::integer, true, null::integer, null::integer),
    ('facts', 'legalName', 'line', 120, null, false, null, null),
    ('facts', 'phone', 'phone', 30, null, true, null, null),
    ('facts', 'phoneDialled', 'dialled', 16, null, false, null, null),
    ('facts', 'email', 'email', 254, null, true, null, null),
    ('facts', 'street', 'line', 120, null, false, null, null),
    ('facts', 'city', 'line', 60, null, false, null, null),
    ('facts', 'postalCode', 'line', 12, null, false, null, null),
    ('facts', 'country', 'line', 60, null, true, null, null),
    ('facts', 'province', 'line', 60, null, true, null, null),
    ('facts', 'timeZone', 'zone', 60, null, true, null, null),
    ('facts', 'openingHours', 'hours', null, null, null, null, null),
    ('facts', 'holidays', 'choice', 20, null, true, null, null),
    ('facts', 'closedDates', 'dates', 10, 60, false, null, null),
    ('facts', 'openDates', 'dates', 10, 60, false, null, null),
    ('facts', 'answerHours', 'number', null, null, null, 1, 80),
    ('facts', 'replyDays', 'number', null, null, null, 0, 30),
    ('facts', 'acknowledgement', 'choice', 20, null, true, null, null),
    ('facts', 'years', 'line', 10, null, true, null, null),
    ('facts', 'consultationMinutes', 'number', null, null, null, 5, 480),
    ('facts', 'reputationPromo', 'choice', 20, null, true, null, null),
    ('facts', 'emptyLists', 'choice', 20, null, true, null, null),
    ('facts', 'socialLinks', 'links', 300, 8, false, null, null),
    ('facts', 'logo', 'picture', 400, null, false, null, null),
    ('facts', 'logoDark', 'picture', 400, null, false, null, null),
    ('facts', 'logoGround', 'choice', 20, null, true, null, null),
    ('facts', 'icon', 'picture', 400, null, false, null, null),
    ('facts', 'heroImage', 'picture', 400, null, false, null, null),
    ('facts', 'palette', 'choice', 20, null, true, null, null),
    ('facts', 'mainColour', 'colour', 7, null, true, null, null),
    ('facts', 'accentColour', 'colour', 7, null, true, null, null),
    ('facts', 'groundColour', 'colour', 7, null, true, null, null)
  union all
  select 'texts', name, kind, max_length, max_lines, is_required, null, null
  from (
    values
      ('location', 'line', 80, null, true), ('hours', 'line', 120, null, true), ('tagline', 'line', 120, null, true),
      ('statement', 'text', 400, null, true), ('footerServices', 'lines', 60, 6, true),
      ('heroCaption', 'line', 80, null, true), ('heroTitle', 'text', 80, null, true),
      ('heroText', 'text', 240, null, true), ('heroImageAlt', 'line', 160, null, false),
      ('heroFigure1', 'line', 30, null, true), ('heroLabel1', 'line', 60, null, true),
      ('heroFigure2', 'line', 30, null, true), ('heroLabel2', 'line', 60, null, true),
      ('heroFigure3', 'line', 30, null, true), ('heroLabel3', 'line', 60, null, true),
      ('aboutTitle', 'text', 200, null, true), ('aboutText', 'text', 800, null, true),
      ('aboutFigure1', 'line', 30, null, true), ('aboutLabel1', 'line', 60, null, true),
      ('aboutText1', 'line', 80, null, false), ('aboutFigure2', 'line', 30, null, true),
      ('aboutLabel2', 'line', 60, null, true), ('aboutText2', 'line', 80, null, false),
      ('aboutFigure3', 'line', 30, null, true), ('aboutLabel3', 'line', 60, null, true),
      ('aboutText3', 'line', 80, null, false), ('appsText', 'text', 300, null, true),
      ('closingTitle', 'line', 80, null, true), ('closingText', 'text', 300, null, true),
      ('servicesAsk', 'text', 300, null, true), ('reputationTitle', 'line', 80, null, true),
      ('reputationText', 'text', 300, null, true), ('reputationBenefits', 'lines', 160, 3, true),
      ('payForResults', 'line', 40, null, false),
      ('servicesIntro', 'text', 300, null, true), ('appsIntro', 'text', 300, null, true),
      ('resourcesIntro', 'text', 300, null, true), ('caseStudiesIntro', 'text', 300, null, true),
      ('contactSteps', 'lines', 160, 5, true), ('serviceClosing', 'text', 300, null, true),
      ('articleClosing', 'text', 300, null, true), ('consentLabel', 'line', 160, null, true),
      ('consentHint', 'line', 200, null, true), ('mailSignature', 'text', 300, null, false),
      ('acknowledgementText', 'text', 1000, null, true), ('seoTitle', 'line', 60, null, true),
      ('seoDescription', 'text', 160, null, true), ('seoCaption', 'line', 60, null, true),
      ('seoEnding', 'line', 80, null, true), ('privacy', 'markdown', 60000, null, false),
      ('terms', 'markdown', 60000, null, false), ('accessibilityTarget', 'markdown', 5000, null, true),
      ('accessibilityLimits', 'markdown', 5000, null, true), ('accessibilityContact', 'markdown', 5000, null, true)
  ) as field (name, kind, max_length, max_lines, is_required)
$$;
-- Stores the address of the account and the time of the server, whatever the caller sends; an empty name or signature
-- becomes null. Only a new name is checked, so that an older one does not prevent other changes.
create or replace function private.complete_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.full_name) > 10000 then
    perform private.raise_check_violation('profiles', 'profiles_full_name_length');
  end if;
  if octet_length(new.reply_signature) > 10000 then
    perform private.raise_check_violation('profiles', 'profiles_reply_signature_length');
  end if;
  new.full_name := private.visible_name(new.full_name);
  if tg_op = 'INSERT' or new.full_name is distinct from private.visible_name(old.full_name) then
    perform private.require_name_of_person(new.full_name);
  end if;
  new.reply_signature := private.clean_text(new.reply_signature);
  new.email := (select users.email from auth.users where users.id = new.id);
  new.updated_at := now();
  return new;
end;
$$;
-- Creates the profile of a new account (G-44). It must never prevent a sign-up, so a long name is cut before it is
-- cleaned and stored, and a name that poses as someone else is left out.
create or replace function private.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  name constant text := left(private.visible_name(left(new.raw_user_meta_data ->> 'full_name', 2000)), 200);
begin
  insert into public.profiles (id, full_name)
  values (new.id, case when private.find_name_problem(name) is null then name end)
  on conflict (id) do nothing;
  return null;
end;
$$;
-- A sample that an account renames stands for something else, so what it still has of the sample is removed: pictures,
-- and features, unless this change edits them too. Argument: the table of its other pictures and the column that refers
-- to the record, if there is one. The first version of an edited sample tells which features were the sample's.
create or replace function private.drop_sample_parts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  type private.content_types;
  before constant jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  features jsonb := before -> 'feature_chips';
begin
  select * into type from private.content_types where content_types.table_name = tg_table_name;
  if after ->> type.picture_column like '/samples/%'
    and after -> type.picture_column = before -> type.picture_column
  then
    after := after || jsonb_build_object(type.picture_column, null, type.picture_alt_column, null);
  end if;
  if after -> 'feature_chips' = features then
    if not old.is_sample then
      select first.record -> 'feature_chips' into features
      from public.content_versions as first
      where first.kind = tg_table_name and first.record_id = old.id and first.version = 1
        and first.record ? 'is_sample';
    end if;
    after := after || jsonb_build_object('feature_chips', (
      select coalesce(jsonb_agg(feature order by place), '[]')
      from jsonb_array_elements(after -> 'feature_chips') with ordinality as kept (feature, place)
      where not coalesce(features @> feature, false)
    ));
  end if;
  if tg_nargs > 0 then
    execute format('delete from public.%I where %I = $1 and is_sample', tg_argv[0], tg_argv[1]) using old.id;
  end if;
  return jsonb_populate_record(new, after);
end;
$$;
-- Why a name may pose as a role or as another account: "name_of_role", also beside the name of the agency or one of its
-- words, "name_with_address" for an email address, also one in words, "name_of_two_alphabets" for a word with letters
-- that look like those of another; null if it doesn't.
create or replace function private.find_name_problem(name text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  letters constant text := lower(private.visible_letters(name));
  skeleton constant text := private.name_skeleton(name);
  agency constant text := private.name_skeleton(
    (select left(settings.facts ->> 'name', 200) from public.agency_settings as settings order by settings.id desc limit 1)
  );
  latin constant text := '[a-z\u00c0-\u024f]';
  other constant text := '[\u0370-\u03ff\u0400-\u058f\u13a0-\u13ff\ua4d0-\ua4ff\uab70-\uabbf]';
  rest text;
begin
  if letters ~ '@' or letters ~ (
    '[a-z0-9][^a-z0-9]*[ (\[{<_-]at[] )}>_-][^a-z0-9]*[a-z0-9-]+([ ]*[.]|[ ]*[ (\[{<_-](dot|point)[] )}>_-])[ ]*[a-z]{2}'
  ) then
    return 'name_with_address';
  end if;
  if private.is_name_of_role(name) then
    return 'name_of_role';
  end if;
  if agency <> '' then
    select string_agg(word, ' ' order by at) into rest
    from regexp_split_to_table(skeleton, ' ') with ordinality as words (word, at)
    where word <> all (regexp_split_to_array(agency, ' ')) and word !~ '^(of|at|for|from|by|de|du|des|chez)$';
    if rest <> skeleton and private.is_name_of_role(rest) then
      return 'name_of_role';
    end if;
  end if;
  if letters ~ (latin || other) or letters ~ (other || latin) then
    return 'name_of_two_alphabets';
  end if;
  return null;
end;
$$;
-- Whether a name says what someone may do rather than who they are: the name of a role of the site or of its database,
-- with usual words around it. The words before it are whole words, since "Thea Root" is a person; the role itself may
-- be spaced, as in "A.d.m.i.n".
create or replace function private.is_name_of_role(name text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(bool_or(replace(words, ' ', '') ~ translate(
    '^(owner|(super|sys|site|web)?(administrator|admin)|administrateur|administratrice|proprietaire|agent|editor|viewer'
    '|system|(tech|technical|it)?support|helpdesk|helpcentre|helpcenter|customerservice|customercare|security|moderator'
    '|root|server|staff|webmaster|postmaster|hostmaster|noreply|donotreply|official|superuser|everyone|someone|nobody'
    '|service|postgres(ql)?|supabase(admin|auth|storage|realtime|replication|readonly|etl)*|dashboard|authenticated'
    '|authenticator|anon|pgbouncer|database|dba|member|manager|supervisor|unknown|anonymous|a?(deleted|former)(account|user))+'
    '(s|role|team|desk|account|user|group|department|dept)*$',
    'l', 'i'
  )), false)
  from (select private.name_skeleton(name)) as whole (skeleton)
  cross join lateral (
    values
      (skeleton),
      (regexp_replace(
        skeleton,
        translate(
          '^((the|your|our|site|website|account|main|chief|head|super|tech|technical|customer|client|it|web|deleted'
          '|fairlead|agency|project|company|office) )+',
          'l', 'i'
        ),
        ''
      ))
  ) as candidates (words)
$$;
-- Changed screenshots are a new version of the app. It replaces the newest version if the same account saved that
-- within ten minutes and changed only screenshots. Deferred to the end of the transaction, when all changes are made.
create or replace function private.keep_screenshots() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  app constant uuid := case when tg_op = 'DELETE' then old.app_id else new.app_id end;
  shown constant jsonb := private.app_screenshots(app);
  now_kept jsonb;
  newest public.content_versions;
begin
  select private.version_of(to_jsonb(apps)) || jsonb_build_object('screenshots', shown) into now_kept
  from public.apps where apps.id = app;
  if now_kept is null then
    return null;
  end if;
  select * into newest from public.content_versions as kept
  where kept.kind = 'apps' and kept.record_id = app
  order by kept.version desc limit 1 for update;
  if newest.record -> 'screenshots' is not distinct from shown then
    return null;
  end if;
  if newest.saved_at = now() then
    update public.content_versions set record = now_kept, pictures = private.picture_folders(now_kept)
    where content_versions.kind = 'apps' and content_versions.record_id = app
      and content_versions.version = newest.version;
    return null;
  end if;
  if newest.changed = array['screenshots'] and newest.account_id is not distinct from auth.uid()
    and newest.saved_at > now() - interval '10 minutes'
  then
    delete from public.content_versions
    where content_versions.kind = 'apps' and content_versions.record_id = app
      and content_versions.version = newest.version;
  end if;
  insert into public.content_versions (kind, record_id, version, account_id, account_name, changed, record, pictures)
  values (
    'apps', app, coalesce(newest.version, 0) + 1, auth.uid(), private.caller_name(), array['screenshots'], now_kept,
    private.picture_folders(now_kept)
  );
  return null;
end;
$$;
-- Stores a version and deletes old ones: the newest 50 are kept, others for 90 days, and never more than 1,000.
-- delete_expired_content does the same for records that are no longer saved. A record with few versions skips the
-- deletion: otherwise an insert of 5,000 rows took 8 seconds.
create or replace function private.keep_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  record jsonb := private.version_of(to_jsonb(new));
  changes text[] := '{}';
  newest integer;
begin
  if tg_op = 'UPDATE' then
    select array_agg(part.key order by part.key) into changes
    from jsonb_each(record) as part
    where part.key not in ('updated_at', 'is_sample') and part.value is distinct from to_jsonb(old) -> part.key;
    if changes is null then
      return null;
    end if;
  end if;
  if tg_table_name = 'apps' then
    record := record || jsonb_build_object('screenshots', private.app_screenshots(new.id));
  end if;
  select kept.version + 1 into newest
  from public.content_versions as kept
  where kept.kind = tg_table_name and kept.record_id = new.id
  order by kept.version desc
  limit 1;
  newest := coalesce(newest, 1);
  insert into public.content_versions (kind, record_id, version, account_id, account_name, changed, record, pictures)
  values (
    tg_table_name, new.id, newest, auth.uid(), private.caller_name(), changes, record, private.picture_folders(record)
  );
  if newest > 50 then
    delete from public.content_versions as old_one
    where old_one.kind = tg_table_name and old_one.record_id = new.id
      and (
        old_one.version <= newest - 1000
        or (old_one.version <= newest - 50 and old_one.saved_at < now() - interval '90 days')
      );
  end if;
  return null;
end;
$$;
-- The words that a reader sees: small, without accents, signs and numbers after them, and look-alikes as one letter.
-- Letters that look like no Latin letter stay.
create or replace function private.name_skeleton(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select btrim(regexp_replace(
    replace(replace(
      translate(
        lower(translate(
          regexp_replace(
            regexp_replace(
              private.visible_letters(name),
              '[\u0001-\u0020\u0022\u0023\u0025-\u002f\u003a-\u003f\u005b-\u0060\u007b\u007d-\u00bf\u2000-\u2bff'
              '\u3000-\u3004\u3008-\u3020\U0001f000-\U0001faff]+',
              ' ', 'g'
            ),
            '[ 0-9@$|!]+$', ''
          ),
          'АВЕКМНОРСТУХЅІЈаекмнорстухѕіјԁԝвΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχωᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡʏᴢꜱꜰɑɡøłđ',
          'abekmhopctyxsijaekmhopctyxsijdwbabezhikmnoptyxaeikvoptuxwabcdeghijklmnoprtuvwyzsfagold'
        )),
        '013457@$|!lı',
        'oieastasiiii'
      ),
      'rn', 'm'
    ), 'vv', 'w'),
    ' +', ' ', 'g'
  ), ' ')
$$;
create or replace function private.require_name_of_person(name text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  case private.find_name_problem(name)
    when 'name_of_role' then
      raise exception 'The name is that of a role: enter the name that colleagues call you by.'
        using errcode = '23514', detail = 'name_of_role';
    when 'name_with_address' then
      raise exception 'The name contains an email address: enter the name that colleagues call you by.'
        using errcode = '23514', detail = 'name_with_address';
    when 'name_of_two_alphabets' then
      raise exception 'A word of the name has letters of two alphabets: write it in one.'
        using errcode = '23514', detail = 'name_of_two_alphabets';
    else
      return;
  end case;
end;
$$;
-- A record as its versions contain it; only that of a sample says whether it is one (private.drop_sample_parts).
create or replace function private.version_of(record jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select case when (record -> 'is_sample')::boolean then record else record - 'is_sample' end
$$;
-- The letters and signs that a reader sees, without accents and styles: "Ádmín" is "Admin".
create or replace function private.visible_letters(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(
    normalize(private.visible_text(name), nfkd),
    '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u02b0-\u036f\u0483-\u0489\u115f\u1160\u17b4\u17b5'
    '\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3164\ufe00-\ufe0f\ufe20-\ufe2f\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]',
    '', 'g'
  )
$$;
-- A server on a hosted project compares them with its files; empty where another tool than the CLI made the schema.
create or replace function public.applied_migrations() returns table (version text, name text)
  language plpgsql stable security definer set search_path = '' rows 20
as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return;
  end if;
  return query select applied.version, applied.name from supabase_migrations.schema_migrations as applied order by 1;
end
$$;
-- Deletes the samples except those that other rows refer to: a service with a picture that is no sample or with a lead
-- of a visitor, an app with a screenshot that is no sample, a category of a remaining service, and the pictures of what
-- remains; of an edited service only the picture that it shows. Returns a row for each table, with the names of what was kept. For `./fairlead remove-samples`.
create or replace function public.remove_samples() returns table (relation text, removed bigint, kept text[])
  language plpgsql volatile security definer set search_path = '' rows 1
as $$
begin
  -- A row that is inserted at the same time could be deleted by a cascade.
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

  for relation in
    select table_name from private.content_types where table_name not in ('services', 'apps') order by table_name
  loop
    execute format('delete from public.%I where is_sample', relation);
    get diagnostics removed = row_count;
    return next;
  end loop;

  relation := 'partners';
  delete from public.partners where partners.is_sample;
  get diagnostics removed = row_count;
  return next;

  -- Before apps and services, because rows that a cascade deletes are not counted.
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
        and case
          when not services.is_sample then services.hero_image_url = media.url
          else
            exists (select from public.media as own where own.service_id = services.id and not own.is_sample)
            or exists (select from public.leads where leads.service_id = services.id)
        end
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
CREATE INDEX bookings_undecided ON public.bookings USING btree (starts_at, id) WHERE (state = 'booked'::text);
CREATE TRIGGER drop_sample_parts BEFORE UPDATE ON public.apps FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) AND (CURRENT_USER = 'authenticated'::name))) EXECUTE FUNCTION private.drop_sample_parts('app_media', 'app_id');
CREATE TRIGGER drop_sample_parts BEFORE UPDATE ON public.case_studies FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) AND (CURRENT_USER = 'authenticated'::name))) EXECUTE FUNCTION private.drop_sample_parts();
CREATE TRIGGER drop_sample_parts BEFORE UPDATE ON public.posts FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) AND (CURRENT_USER = 'authenticated'::name))) EXECUTE FUNCTION private.drop_sample_parts();
CREATE TRIGGER drop_sample_parts BEFORE UPDATE ON public.services FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) AND (CURRENT_USER = 'authenticated'::name))) EXECUTE FUNCTION private.drop_sample_parts('media', 'service_id');
REVOKE ALL ON FUNCTION "private"."drop_sample_parts"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."find_name_problem"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."require_name_of_person"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."version_of"(jsonb) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."visible_letters"(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "public"."applied_migrations"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."applied_migrations"() TO "service_role";

-- Last, by hand:
