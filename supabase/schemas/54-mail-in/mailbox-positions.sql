-- How far each mailbox was read. The server stores a position after it has committed the mail.
create table private.mailbox_positions (
  mailbox text primary key check (char_length(mailbox) <= 500),
  uid_validity bigint not null,
  last_uid bigint not null
);

create function public.mailbox_position(box text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('uid_validity', known.uid_validity, 'last_uid', known.last_uid)
  from private.mailbox_positions as known where known.mailbox = box;
$$;
grant execute on function public.mailbox_position(text) to service_role;

create function public.set_mailbox_position(box text, validity bigint, uid bigint) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.mailbox_positions as known (mailbox, uid_validity, last_uid) values (box, validity, uid)
  on conflict (mailbox) do update
  set uid_validity = excluded.uid_validity,
    last_uid = case
      when known.uid_validity = excluded.uid_validity then greatest(known.last_uid, excluded.last_uid)
      else excluded.last_uid
    end;
$$;
grant execute on function public.set_mailbox_position(text, bigint, bigint) to service_role;
