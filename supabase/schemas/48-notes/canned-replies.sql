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

grant delete, select, insert (body, name), update (body, name) on public.canned_replies to authenticated;

-- Agents and owners read canned replies.
-- Agents and owners write canned replies.
-- Agents and owners change them; the audit log names who did.
-- Agents and owners delete them.
select private.add_policies('canned_replies', 'agents', 'select insert update delete');

create trigger canned_replies_updated_at before update on public.canned_replies
  for each row execute function private.set_updated_at();
create trigger clean_texts before insert or update of name, body on public.canned_replies
  for each row execute function private.clean_texts('name', 'body');
create trigger limit_canned_replies before insert on public.canned_replies
  for each row execute function private.limit_canned_replies();
select private.audit_table('canned_replies', 'content', 20);

-- At most 200, because they are read as one list.
create function private.limit_canned_replies() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('canned_replies', 0));
  if (select count(*) from public.canned_replies) >= 200 then
    raise exception 'You''ve reached the limit of 200 canned replies. Delete one first.'
      using errcode = 'P0001', detail = 'too_many_canned_replies';
  end if;
  return new;
end;
$$;
