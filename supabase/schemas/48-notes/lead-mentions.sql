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

grant delete, select on public.lead_mentions to authenticated;

-- Agents and owners read who mentions them.
create policy "own mentions" on public.lead_mentions for select to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));
-- Agents and owners delete their own mentions when they have read them.
create policy "own mentions read" on public.lead_mentions for delete to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));

-- Updates the mentions of a changed note. A colleague who is no longer mentioned has no mark and is not notified.
create function private.update_mentions() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before constant uuid[] := coalesce(old.mentions, '{}');
  added uuid[];
begin
  delete from public.lead_mentions as mention where mention.note_id = old.id and mention.user_id <> all (new.mentions);
  added := array(
    select account from unnest(new.mentions) as account where account is distinct from new.author_id and account <> all (before)
  );
  insert into public.lead_mentions (note_id, user_id, lead_id) select new.id, account, new.lead_id from unnest(added) as account;
  if added <> '{}' then
    perform private.notify_staff('mention', new.lead_id, added);
  end if;
  return null;
end;
$$;
