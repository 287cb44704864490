-- Mentions that were not read yet.
create table public.lead_mentions (
  note_id uuid not null references public.lead_notes (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (note_id, user_id)
);

create index lead_mentions_user on public.lead_mentions (user_id, lead_id);
create index lead_mentions_lead on public.lead_mentions (lead_id);

alter table public.lead_mentions enable row level security, force row level security;
grant delete, select on public.lead_mentions to authenticated;

-- Agents and owners read who mentions them.
create policy "own mentions" on public.lead_mentions for select to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));
-- Agents and owners have read what mentions them.
create policy "own mentions read" on public.lead_mentions for delete to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));

-- The mail names neither the lead nor the note: both stay behind the sign-in. A colleague who is no longer mentioned
-- has no mark and gets no mail that still waits.
create function private.tell_mentioned() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before constant uuid[] := coalesce(old.mentions, '{}');
  after constant uuid[] := coalesce(new.mentions, '{}');
  author constant text := (select nullif(profiles.full_name, '') from public.profiles where profiles.id = new.author_id);
begin
  delete from public.lead_mentions as mention where mention.note_id = old.id and mention.user_id <> all (after);
  delete from private.outbox
  where outbox.unique_key = any (array(
    select format('mention:%s:%s', old.id, account) from unnest(before) as account where account <> all (after)
  ));
  insert into public.lead_mentions (note_id, user_id, lead_id)
  select new.id, account, new.lead_id
  from unnest(after) as account
  where account is distinct from new.author_id and account <> all (before);
  perform private.queue_mail(
    'mention', account, new.lead_id, jsonb_strip_nulls(jsonb_build_object('author', author)),
    format('mention:%s:%s', new.id, account)
  )
  from unnest(after) as account
  where account is distinct from new.author_id and account <> all (before);
  return null;
end;
$$;
