-- Where there were leads before this version, an owner decides before anything is erased by itself: until then nothing is,
-- and the privacy page says so.
alter table public.settings add column retention_waits boolean not null default false;
update public.settings set retention_waits = true
where exists (select from public.leads) or exists (select from public.quarantined_leads);

create trigger notify_decided after update of retention_waits on public.settings
  for each row when (old.retention_waits is distinct from new.retention_waits)
  execute function private.notify_table_changed();

-- Null: nothing is erased by itself.
create or replace function public.retention_months() returns smallint
  language sql stable security definer set search_path = ''
as $$ select case when not settings.retention_waits then settings.retention_months end from public.settings $$;

create or replace function public.set_retention_months(months integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if months not between 1 and 120 then
    raise exception 'Give between 1 and 120 months, or none.' using errcode = '22023';
  end if;
  update public.settings set retention_months = months, retention_waits = false where settings.id;
end;
$$;

-- The months that would apply and what they would erase; null once an owner has decided.
create function public.waiting_retention() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (
    select jsonb_build_object('months', settings.retention_months)
      || public.preview_retention(settings.retention_months::integer)
    from public.settings
    where settings.retention_waits
  );
end;
$$;
revoke execute on function public.waiting_retention() from public, anon;
grant execute on function public.waiting_retention() to authenticated;
