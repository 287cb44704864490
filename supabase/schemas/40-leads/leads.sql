-- Leads: requests of visitors, and leads that colleagues add. What happens at an insert: 42-intake/receive-lead.sql.
create table public.leads (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- Null: added by a colleague with a phone number only.
  email text,
  company text,
  phone text,
  message text,
  service_id uuid references public.services (id) on delete set null,
  service_name text,
  status text not null default 'new',
  created_at timestamptz not null default now(),
  reply_count integer not null default 0,
  last_reply_at timestamptz,
  stripe_customer_id text,
  stripe_synced_at timestamptz,
  locale text not null default 'en-CA',
  assignee_id uuid references auth.users (id) on delete set null,
  is_sample boolean not null default false,
  -- `site`: a signed form of the site; `api`: any other caller; `staff`: added by a colleague
  -- (docs/decisions/0068-one-person.md); null: the server.
  origin text,
  -- Made in the browser for each submission: the same key and content are one lead.
  submission_key uuid,
  -- SHA-256 of the fields and the service, lower case hex.
  content_hash text,
  source_path text,
  score smallint not null default 0,
  score_reasons text[] not null default '{}',
  -- Keyed hash of the visitor's network address.
  address_hash text,
  -- Of a lead sent through the API: keyed hash of its IPv6 network (48 bits).
  network_hash text,
  -- Path of the first page of the visit; without scripts, the page of the form.
  landing_path text,
  -- Host of the referring site; null: none, this site, or unknown.
  referrer_host text,
  -- `utm_source` of the first page.
  campaign_source text,
  -- `utm_medium` of the first page.
  campaign_medium text,
  -- `utm_campaign` of the first page.
  campaign_name text,
  -- What the person agreed to, word for word; null: nothing.
  consent_text text,
  -- Language and hash of the text, such as "en-CA.1x8k2p".
  consent_version text,
  -- When the form with the checked box arrived; source_path is its page.
  consent_at timestamptz,
  -- When its personal data was erased. The lead remains without personal data, so that counts stay correct
  -- (70-privacy/erase-person.sql).
  erased_at timestamptz,
  -- When a colleague last decided that no reply is needed, with a status that is not open or with mark_answered
  -- (docs/decisions/0062-nobody-waits-unnoticed.md).
  -- Messages up to this time need no reply while the status is not open.
  handled_at timestamptz default now(),
  -- Of a lead that a colleague added: how the person contacted us.
  channel text,
  -- Of a lead that a colleague added: whether the person asked to be contacted, an implied consent for six months.
  asked_for_contact boolean,
  -- The colleague who added it; null if the account was deleted.
  created_by uuid references auth.users (id) on delete set null,
  -- A bounced address is marked on all of its leads until a mail from it arrives, or a colleague corrects or clears it.
  -- When a mail to the address bounced; null: none did, or the address has worked since.
  email_bounced_at timestamptz,
  -- The browser counts UTF-16 units, the database code points. A text never has more code points than units, so the
  -- maximum is never stricter here. Two units, the minimum, can be one code point of four bytes.
  constraint leads_name_length check (
    char_length(name) <= 100 and (char_length(name) >= 2 or octet_length(name) >= 4)
  ),
  -- The forms check an address in full; here it only has to look like one.
  constraint leads_email_format check (email ~ '^[^@\s]+@[^@\s]+$'),
  constraint leads_email_length check (char_length(email) <= 255),
  constraint leads_company_length check (char_length(company) <= 200),
  constraint leads_phone_length check (char_length(phone) <= 20),
  constraint leads_message_length check (char_length(message) <= 2000),
  -- The site offers five values and can show others, so only the size is limited.
  constraint leads_status_length check (char_length(status) <= 50),
  constraint leads_reply_count_natural check (reply_count >= 0),
  constraint leads_stripe_customer_id_length check (char_length(stripe_customer_id) <= 255),
  constraint leads_source_path_length check (char_length(source_path) <= 200),
  constraint leads_landing_path_plain check (landing_path ~ '^/[!-~]{0,199}$'),
  constraint leads_referrer_host_plain check (referrer_host ~ '^[a-z0-9._-]{1,253}$'),
  constraint leads_campaign_source_plain
    check (char_length(campaign_source) <= 100 and campaign_source !~ '[[:cntrl:]<>@"''\\%]'),
  constraint leads_campaign_medium_plain
    check (char_length(campaign_medium) <= 100 and campaign_medium !~ '[[:cntrl:]<>@"''\\%]'),
  constraint leads_campaign_name_plain
    check (char_length(campaign_name) <= 100 and campaign_name !~ '[[:cntrl:]<>@"''\\%]'),
  constraint leads_consent_text_length check (char_length(consent_text) <= 500),
  constraint leads_consent_version_length check (char_length(consent_version) <= 40),
  constraint leads_consent_whole check (num_nulls(consent_text, consent_version, consent_at) in (0, 3)),
  constraint leads_origin_known check (origin in ('site', 'api', 'staff')),
  constraint leads_channel_known check (channel in ('phone', 'in_person', 'other')),
  constraint leads_by_hand_whole check (
    case when origin = 'staff' then num_nulls(channel, asked_for_contact) = 0
    else num_nulls(channel, asked_for_contact, created_by) = 3 end
  ),
  -- A person who calls may have no email address; a visitor must enter one.
  constraint leads_reachable check (email is not null or (origin = 'staff' and phone is not null))
);

create index leads_newest_by_status on public.leads (status, created_at desc, id desc);
create index leads_service on public.leads (service_id);
create index leads_content on public.leads (content_hash, created_at) where content_hash is not null;
create index leads_address on public.leads (address_hash, created_at) where address_hash is not null;
create index leads_network on public.leads (network_hash, created_at) where network_hash is not null;
create index leads_from_api on public.leads (created_at) where origin = 'api';
create index leads_search on public.leads
  using gin (private.lead_search_text(name, email, company) extensions.gin_trgm_ops);
create index leads_search_short on public.leads
  using gin (private.lead_search_hex(name, email, company) extensions.gin_trgm_ops);
create index leads_newest on public.leads (created_at desc, id desc)
  include (service_id, service_name, status, origin, referrer_host, campaign_source);
create index leads_kept on public.leads (created_at) where erased_at is null;
create index leads_assignee on public.leads (assignee_id, created_at desc, id desc);
create index leads_email on public.leads (lower(email), created_at desc, id desc);
create index leads_phone on public.leads (private.phone_digits(phone), created_at desc, id desc) where phone is not null;
create index leads_created_by on public.leads (created_by) where created_by is not null;
-- For lists by assignee and status, for which neither index alone is selective.
create index leads_assignee_by_status on public.leads (assignee_id, status, created_at desc, id desc);
-- A lookup in a hash index reads one page; in the primary key of 100,000 rows it reads three
-- (docs/decisions/0069-cost-at-100000-leads.md).
create index leads_by_id on public.leads using hash (id);
create index leads_contacts on public.leads
  using gin (private.contact_keys(name, email, company, phone, message)) with (fastupdate = off);
-- Contains few rows, so that each new lead and message can check it cheaply.
create index leads_bounced on public.leads (lower(email)) where email_bounced_at is not null;

grant insert (company, email, message, name, phone, service_id) on public.leads to anon;
grant select, update (assignee_id, last_reply_at, reply_count, status, stripe_customer_id, stripe_synced_at), insert
  (company, email, message, name, phone, service_id) on public.leads to authenticated;

-- Everyone may insert a lead.
create policy "everybody inserts" on public.leads for insert to anon, authenticated with check (true);
-- Agents and owners read leads: personal data, so not every role.
-- Agents and owners set the status, the assignee, reply counters and billing IDs.
select private.add_policies('leads', 'agents', 'select update');

-- Triggers in firing order: before a row, after it, after the statement; of the same kind by name. The backend adds
-- realtime_insert, realtime_update, realtime_delete and realtime_truncate (after the statement), because the table is
-- published (90-realtime/publication.sql).

create trigger check_assignee before update of assignee_id on public.leads
  for each row when (new.assignee_id is not null and new.assignee_id is distinct from old.assignee_id)
  execute function private.check_assignee();
create trigger count_replies before update of reply_count on public.leads
  for each row execute function private.count_replies();
-- One of the two triggers fires. `current_user` is checked here: inside the functions it is their owner.
create trigger receive_lead_of_caller before insert on public.leads
  for each row when (current_user in ('anon', 'authenticated')) execute function private.receive_lead('caller');
create trigger receive_lead_of_server before insert on public.leads
  for each row when (current_user not in ('anon', 'authenticated')) execute function private.receive_lead('server');
create trigger refuse_erased_lead before update of stripe_customer_id on public.leads
  for each row when (old.erased_at is not null) execute function private.refuse_erased_lead();
create trigger require_email before insert on public.leads
  for each row when (new.email is null and new.origin is distinct from 'staff')
  execute function private.require_email();
create trigger revise_lead before update on public.leads
  for each row execute function private.revise_lead();
create trigger set_bounced_at before insert or update of email on public.leads
  for each row execute function private.set_bounced_at();
create trigger set_handled_at before update of status on public.leads
  for each row when (old.status is distinct from new.status) execute function private.set_handled_at();
create trigger copy_lead_at after update of created_at on public.leads
  for each row when (old.created_at is distinct from new.created_at) execute function private.copy_lead_at();
create trigger drop_rows_of_erased_lead after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.drop_rows_of_erased_lead(
    'private.outbox', 'public.lead_follow_ups', 'public.lead_notes', 'public.lead_reads', 'public.bookings',
    'public.received_mails'
  );
create trigger erase_conversation after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.erase_conversation();
create trigger update_needing_reply after update of status, created_at, handled_at on public.leads
  for each row when (
    old.status is distinct from new.status or old.created_at is distinct from new.created_at
    or old.handled_at is distinct from new.handled_at
  )
  execute function private.update_leads_needing_reply();
-- Not for leads that are restored from quarantine, imported or added by hand: the database's owner inserts those.
create trigger acknowledge_leads after insert on public.leads
  referencing new table as added
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.acknowledge_leads();
create trigger audit_changed after update on public.leads
  referencing old table as removed new table as added
  for each statement execute function private.audit_changed_leads();
create trigger audit_deleted after delete on public.leads
  referencing old table as removed for each statement execute function private.audit_deleted_leads();
create trigger copy_to_waiting_leads after update on public.leads
  referencing new table as added
  for each statement execute function private.copy_to_waiting_leads();
create trigger count_deleted after delete on public.leads
  referencing old table as removed
  for each statement execute function private.count_changed_leads();
create trigger count_truncated after truncate on public.leads
  for each statement execute function private.count_changed_leads();
create trigger count_updated after update on public.leads
  referencing old table as removed new table as added
  for each statement execute function private.count_changed_leads();
create trigger process_new_leads_of_caller after insert on public.leads
  referencing new table as added
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.process_new_leads('caller');
create trigger process_new_leads_of_server after insert on public.leads
  referencing new table as added
  for each statement when (current_user not in ('anon', 'authenticated'))
  execute function private.process_new_leads('server');

-- The fields that a visitor fills in, in the order of site/app/lead/lead-fields.ts; supabase/tests/lead-content.test.ts
-- compares both. Cleaning and the content hash use this list. A new field: the recipe in CONTRIBUTING.md.
create function private.lead_fields() returns text[]
  language sql immutable parallel safe
  return array['name', 'email', 'company', 'phone', 'message'];
