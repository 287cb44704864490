-- What colleagues set for themselves: the keys of the inbox, which must be possible to turn off (WCAG 2.1.4), and the lines
-- under their replies.
alter table public.profiles
  add column single_key_shortcuts boolean not null default true,
  add column reply_signature text,
  add constraint profiles_reply_signature_length check (char_length(reply_signature) <= 500);
comment on column public.profiles.single_key_shortcuts is 'whether a key alone, such as j, does something in the inbox';
comment on column public.profiles.reply_signature is 'stands under replies between the name and the signature of the agency';

grant insert (single_key_shortcuts, reply_signature), update (single_key_shortcuts, reply_signature)
  on public.profiles to authenticated;

-- As before, with the signature.
create or replace function private.complete_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.full_name) > 10000 then
    perform private.reject_oversized('profiles', 'profiles_full_name_length');
  end if;
  if octet_length(new.reply_signature) > 10000 then
    perform private.reject_oversized('profiles', 'profiles_reply_signature_length');
  end if;
  new.full_name := private.clean_text(new.full_name);
  new.reply_signature := private.clean_text(new.reply_signature);
  new.email := (select users.email from auth.users where users.id = new.id);
  new.updated_at := now();
  return new;
end;
$$;

insert into private.personal_data (table_name, column_name, reach)
values ('public.profiles', 'reply_signature', 'account');
