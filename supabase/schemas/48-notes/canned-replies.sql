-- Canned replies. The dashboard fills in fields in double braces, such as {{first name}}, and does not send a reply
-- that still has one.
create table public.canned_replies (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint canned_replies_name_length check (char_length(name) between 1 and 80),
  constraint canned_replies_body_length check (char_length(body) between 1 and 5000)
);

create unique index canned_replies_name on public.canned_replies (lower(name));

alter table public.canned_replies enable row level security, force row level security;
grant delete, select, insert (body, name), update (body, name) on public.canned_replies to authenticated;

-- Agents and owners read canned replies.
create policy "agents read" on public.canned_replies for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners write canned replies.
create policy "agents insert" on public.canned_replies for insert to authenticated
  with check ((select public.can_handle_leads()));
-- Agents and owners change them; the audit log names who did.
create policy "agents update" on public.canned_replies for update to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners delete them.
create policy "agents delete" on public.canned_replies for delete to authenticated
  using ((select public.can_handle_leads()));

create trigger canned_replies_updated_at before update on public.canned_replies
  for each row execute function private.set_updated_at();
create trigger check_canned_reply before insert or update of name, body on public.canned_replies
  for each row execute function private.check_canned_reply();
create trigger audit_changed after update on public.canned_replies referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.canned_replies referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.canned_replies referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');

-- At most 200, because they are read as one list.
create function private.check_canned_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.name) > 10000 then
    perform private.raise_check_violation('canned_replies', 'canned_replies_name_length');
  end if;
  if octet_length(new.body) > 100000 then
    perform private.raise_check_violation('canned_replies', 'canned_replies_body_length');
  end if;
  new.name := private.clean_text(new.name);
  new.body := private.clean_text(new.body);
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('canned_replies', 0));
    if (select count(*) from public.canned_replies) >= 200 then
      raise exception 'You''ve reached the limit of 200 canned replies. Delete one first.'
        using errcode = 'P0001', detail = 'too_many_canned_replies';
    end if;
  end if;
  return new;
end;
$$;
