-- What is refused on purpose is an error of the caller (4xx), never of the server: no_data_found and serialization_failure
-- are 500 to clients. Nothing else in these functions changes.

create or replace function public.order_app_media(app_id uuid, ids uuid[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform from public.app_media where app_media.app_id = order_app_media.app_id for update;
  if (
    select coalesce(array_agg(app_media.id order by app_media.id), '{}')
    from public.app_media
    where app_media.app_id = order_app_media.app_id
  ) is distinct from (
    select coalesce(array_agg(id order by id), '{}') from unnest(ids) as listed (id)
  ) then
    raise exception 'The list has changed. Refresh and try again.'
      using errcode = 'PT409', detail = 'list_changed';
  end if;
  update public.app_media
  set sort_order = array_position(ids, app_media.id)
  where app_media.app_id = order_app_media.app_id;
end;
$$;

create or replace function public.give_role(account uuid, wanted text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  known boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('owners', 0));
  perform private.require_owner();
  if wanted is null or wanted <> all (private.staff_roles()) then
    raise exception 'Choose a role: owner, editor, agent or viewer.' using errcode = '22023';
  end if;
  perform from auth.users
  where users.id = account and users.deleted_at is null and users.is_anonymous is not true
  for update;
  if not found then
    raise exception 'This account no longer exists.'
      using errcode = 'PT404', detail = 'account_deleted', hint = 'Refresh the list.';
  end if;
  known := exists (select from public.staff where staff.user_id = account);
  insert into public.staff (user_id, role) values (account, wanted)
  on conflict (user_id) do update set role = excluded.role where staff.role <> excluded.role;
  if known or private.is_email_verified(account) then
    return false;
  end if;
  perform private.reset_unverified_account(account);
  return true;
end;
$$;

create or replace function private.mail_for_staff(mail uuid) returns public.received_mails
  language plpgsql volatile set search_path = ''
as $$
declare
  kept_mail public.received_mails;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
  select * into kept_mail from public.received_mails where received_mails.id = mail for update;
  if kept_mail.id is null then
    raise exception 'This email is no longer here.' using errcode = 'PT404', hint = 'Refresh the list.';
  end if;
  return kept_mail;
end;
$$;

create or replace function public.join_received_mail(mail uuid, lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail public.received_mails := private.mail_for_staff(mail);
  address text;
begin
  select lower(leads.email) into address from public.leads where leads.id = lead and leads.erased_at is null;
  if address is null then
    raise exception 'This lead is no longer here.' using errcode = 'PT404', hint = 'Search again.';
  end if;
  if kept_mail.message_id is not null and kept_mail.lead_id = lead then
    update public.received_mails set state = 'joined', reason = 'staff', is_other_address = false
    where received_mails.id = mail;
    return;
  end if;
  perform private.take_out_mail(kept_mail);
  update public.received_mails
  set state = 'joined', reason = 'staff', lead_id = lead, is_other_address = lower(from_address) <> address,
    message_id = private.add_mail_message(kept_mail, lead)
  where received_mails.id = mail;
end;
$$;
