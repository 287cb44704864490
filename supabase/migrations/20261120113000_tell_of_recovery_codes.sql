-- Who used a recovery code has taken the second factor away: that is told to the account's address, so that its owner
-- hears of it when it was somebody else. Passwords and factors are told of by the auth service itself.

alter table private.outbox
  drop constraint outbox_reply_or_notice,
  add constraint outbox_reply_or_notice check (
    case when message_id is null then colleague_id is not null and (lead_count is null or lead_count > 0)
    else colleague_id is null and lead_count is null end
  );
comment on column private.outbox.lead_count is
  'of a notice of new leads; a notice without one tells its colleague that a recovery code was used';

-- As before, and nothing but notices of new leads goes with the role, grows, counts against the five minutes, or is
-- kept for owners when it failed.
create or replace function private.form_lead_notices() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  fresh integer;
begin
  delete from private.outbox
  where lead_count is not null and colleague_id not in (select private.lead_colleagues());
  if not exists (select from private.unannounced_leads) or not exists (select private.lead_colleagues()) then
    return;
  end if;
  -- One server at a time; the second finds the time moved. A time far ahead is a clock that was set back.
  update private.last_lead_notice set at = now()
  where at <= now() - interval '5 minutes' or at > now() + interval '5 minutes';
  if not found then
    return;
  end if;
  with told as (delete from private.unannounced_leads returning lead_id)
  select count(*) into fresh from told;
  if fresh = 0 then
    return;
  end if;
  with waiting as (
    select distinct on (outbox.colleague_id) outbox.id
    from private.outbox
    where outbox.lead_count is not null and (outbox.lease is null or outbox.leased_until <= now())
    order by outbox.colleague_id, outbox.next_try_at
  ),
  grown as (
    update private.outbox
    set id = gen_random_uuid(), lease = null, leased_until = null, lead_count = outbox.lead_count + fresh,
      attempts = 0, next_try_at = now()
    from waiting
    where outbox.id = waiting.id
    returning outbox.colleague_id
  )
  insert into private.outbox (colleague_id, lead_count)
  select colleague, fresh
  from private.lead_colleagues() as colleague
  where colleague not in (select grown.colleague_id from grown);
end;
$$;

create or replace function public.report_mail(
  mail uuid, claim uuid, outcome text, problem text default null, transport_id text default null
) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.outbox;
begin
  if outcome is null or outcome not in ('sent', 'recorded', 'refused', 'later') then
    raise exception 'The outcome must be sent, recorded, refused or later.' using errcode = '22023';
  end if;
  select * into job from private.outbox where outbox.id = mail for update;
  if job.id is null or (outcome in ('refused', 'later') and job.lease is distinct from claim) then
    return false;
  end if;
  if outcome in ('sent', 'recorded') then
    update public.lead_messages
    set delivery_state = outcome, delivery_problem = null, transport_id = report_mail.transport_id
    where lead_messages.id = job.message_id;
    if job.lead_count is not null then
      update private.last_lead_notice set at = now();
    end if;
    delete from private.outbox where outbox.id = mail;
  elsif outcome = 'refused' or private.tries_enough(job.attempts) then
    perform private.give_up_mail(mail, problem);
  else
    update public.lead_messages set delivery_problem = left(problem, 300) where lead_messages.id = job.message_id;
    update private.outbox
    set lease = null, leased_until = null, next_try_at = now() + private.wait_after(job.attempts)
    where outbox.id = mail;
  end if;
  return true;
end;
$$;

create or replace function private.give_up_mail(mail uuid, problem text) returns void
  language sql security definer set search_path = ''
as $$
  update public.lead_messages
  set delivery_state = 'failed', delivery_problem = left(problem, 300)
  where id = (select outbox.message_id from private.outbox where outbox.id = mail);
  insert into private.failed_notices as failed (colleague_id, lead_count, problem)
  select outbox.colleague_id, outbox.lead_count, left(coalesce(problem, 'The mail could not be handed over.'), 300)
  from private.outbox
  where outbox.id = mail and outbox.lead_count is not null
  on conflict (colleague_id) do update
  set lead_count = failed.lead_count + excluded.lead_count, problem = excluded.problem, failed_at = now();
  delete from private.outbox where id = mail;
$$;

-- As before, and told.
create or replace function public.use_recovery_code(code text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  session uuid := private.live_session();
  tries integer;
begin
  if session is null then
    raise exception 'Sign in before you use a recovery code.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('recovery_codes ' || auth.uid(), 0));
  delete from private.recovery_guesses where recovery_guesses.since < now() - interval '15 minutes';
  insert into private.recovery_guesses (session_id, wrong) values (session, 1)
  on conflict (session_id) do update set wrong = recovery_guesses.wrong + 1
  returning recovery_guesses.wrong into tries;
  if tries > 5 then
    return 'too many';
  end if;
  if not exists (
    select from private.valid_recovery_codes(auth.uid()) as valid
    where valid.code_hash = private.hash_recovery_code(auth.uid(), use_recovery_code.code)
  ) then
    return 'wrong';
  end if;
  delete from private.recovery_codes where recovery_codes.user_id = auth.uid();
  delete from private.recovery_guesses where recovery_guesses.session_id = session;
  delete from auth.sessions where sessions.user_id = auth.uid() and sessions.id <> session;
  update auth.sessions set aal = 'aal1', factor_id = null where sessions.id = session;
  delete from auth.mfa_factors where mfa_factors.user_id = auth.uid();
  insert into private.outbox (colleague_id)
  select users.id from auth.users
  where users.id = auth.uid() and nullif(users.email, '') is not null and users.email_confirmed_at is not null;
  return 'used';
end;
$$;
