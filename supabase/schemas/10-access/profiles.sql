-- What a colleague enters about themselves.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text,
  email text,
  updated_at timestamptz not null default now(),
  -- The keys of the inbox must be possible to turn off (WCAG 2.1.4).
  -- Whether a key alone, such as j, does something in the inbox.
  single_key_shortcuts boolean not null default true,
  -- Shown under replies, between the name and the signature of the agency.
  reply_signature text,
  -- docs/decisions/0092-mail-to-staff.md
  -- Of mail about leads; hourly is at most five a day.
  mail_frequency text not null default 'hourly',
  -- First day on which others are notified instead; away_until: the last one, or null.
  away_from date,
  away_until date,
  constraint profiles_mail_frequency_known check (mail_frequency in ('immediately', 'hourly', 'daily', 'never')),
  constraint profiles_away_in_order check (away_until >= away_from),
  constraint profiles_full_name_length check (char_length(full_name) <= 200),
  constraint profiles_reply_signature_length check (char_length(reply_signature) <= 500)
);

grant select, insert (away_from, away_until, email, full_name, id, mail_frequency, reply_signature, single_key_shortcuts,
  updated_at), update (away_from, away_until, email, full_name, id, mail_frequency, reply_signature,
  single_key_shortcuts, updated_at) on public.profiles to authenticated;

-- An account reads its own profile.
create policy "own profile" on public.profiles for select to authenticated
  using (id = (select auth.uid()));
-- Those who handle leads read colleagues' names, for "sent by".
create policy "colleagues" on public.profiles for select to authenticated
  using (id in (select private.colleague_ids()));
-- An account creates its own profile if it has none.
create policy "own profile insert" on public.profiles for insert to authenticated
  with check (id = (select auth.uid()));
-- An account changes its own profile.
create policy "own profile update" on public.profiles for update to authenticated
  using (id = (select auth.uid()));
-- The session must have used the account's second factor.
create policy "second factor shown" on public.profiles as restrictive for all to authenticated
  using ((select private.session_has_required_aal())) with check ((select private.session_has_required_aal()));
-- The session must be active: a token outlives a sign-out.
create policy "session active" on public.profiles as restrictive for all to authenticated
  using ((select private.is_session_active())) with check ((select private.is_session_active()));

create trigger complete_profile before insert or update on public.profiles
  for each row execute function private.complete_profile();

-- A name on one line. Null if a reader would see nothing.
create function private.visible_name(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(private.clean_line(name), '\s+', ' ', 'g')
  where private.has_visible_character(name)
$$;

-- The letters and signs that a reader sees, without accents and styles: "Ádmín" is "Admin".
create function private.visible_letters(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(
    normalize(private.visible_text(name), nfkd),
    '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u02b0-\u036f\u0483-\u0489\u115f\u1160\u17b4\u17b5'
    '\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3164\ufe00-\ufe0f\ufe20-\ufe2f\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]',
    '', 'g'
  )
$$;

-- The words that a reader sees: small, without accents, signs and numbers after them, and look-alikes as one letter.
-- Letters that look like no Latin letter stay.
create function private.name_skeleton(name text) returns text
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

-- Whether a name says what someone may do rather than who they are: the name of a role of the site or of its database,
-- with usual words around it. The words before it are whole words, since "Thea Root" is a person; the role itself may
-- be spaced, as in "A.d.m.i.n".
create function private.is_name_of_role(name text) returns boolean
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

-- Why a name may pose as a role or as another account: "name_of_role", also beside the name of the agency or one of its
-- words, "name_with_address" for an email address, also one in words, "name_of_two_alphabets" for a word with letters
-- that look like those of another; null if it doesn't.
create function private.find_name_problem(name text) returns text
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

create function private.require_name_of_person(name text) returns void
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

-- Stores the address of the account and the time of the server, whatever the caller sends; an empty name or signature
-- becomes null. Only a new name is checked, so that an older one does not prevent other changes.
create function private.complete_profile() returns trigger
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
create function private.create_profile() returns trigger
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

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Copies a changed address of an account to its profile.
create function private.copy_account_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end;
$$;

create trigger copy_account_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.copy_account_email();

-- The accounts whose names those who handle leads may read: the team, and every account while sign-up is open.
create function private.colleague_ids() returns setof uuid
  language sql stable security definer set search_path = '' rows 10
as $$
  select staff.user_id
  from public.staff
  where public.can_handle_leads()
  union
  select users.id
  from auth.users
  where users.is_anonymous is not true
    and public.can_handle_leads()
    and exists (select from public.settings where sign_up_mode = 'open');
$$;
grant execute on function private.colleague_ids() to authenticated;
