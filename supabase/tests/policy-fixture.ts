// Rows for the policy matrix: the numbers in policy-matrix.ts count them.

export const policyFixtureSql = `
  insert into agency_settings (facts) values ('{"name": "Maple"}');
  insert into agency_settings (facts, based_on)
    select '{"name": "Birch"}', max(id) from agency_settings;
  insert into categories (id, name) values
    ('c0000000-0000-4000-8000-000000000001', 'Search'), ('c0000000-0000-4000-8000-000000000002', 'Websites');
  insert into partners (name, sort_order) values ('Kelpbridge', 2), ('Moosewick', 1);
  insert into services (id, name, slug, is_published, category_id) values
    ('50000000-0000-4000-8000-000000000001', 'One', 'one', true, 'c0000000-0000-4000-8000-000000000001'),
    ('50000000-0000-4000-8000-000000000002', 'Two', 'two', true, null),
    ('50000000-0000-4000-8000-000000000003', 'Draft', 'draft', false, null);
  insert into apps (id, name, slug, is_published) values
    ('a0000000-0000-4000-8000-000000000001', 'One', 'one', true),
    ('a0000000-0000-4000-8000-000000000002', 'Draft', 'draft', false);
  insert into app_media (app_id, url) values
    ('a0000000-0000-4000-8000-000000000001', '/a.webp'),
    ('a0000000-0000-4000-8000-000000000002', '/b.webp'), ('a0000000-0000-4000-8000-000000000002', '/c.webp');
  insert into media (service_id, url) values
    ('50000000-0000-4000-8000-000000000001', '/a.webp'), ('50000000-0000-4000-8000-000000000003', '/b.webp');
  insert into images (id, file, name, alt) values
    ('11a90000-0000-4000-8000-000000000001', '800x600.webp', 'team.jpg', 'The team'),
    ('11a90000-0000-4000-8000-000000000002', '800x600.webp', 'map.jpg', null);
  insert into posts (slug, title, is_published) values ('one', 'One', true), ('two', 'Two', true), ('three', 'Three', false);
  insert into case_studies (slug, title, is_published) values
    ('one', 'One', true), ('two', 'Two', true), ('three', 'Three', false);
  insert into former_slugs (kind, slug, record_id) values
    ('services', 'old-one', '50000000-0000-4000-8000-000000000001'),
    ('services', 'old-draft', '50000000-0000-4000-8000-000000000003'), ('posts', 'gone', null);
  insert into redirects (from_path, target) values ('/old', '/services'), ('/older', 'https://x.example/a');
  insert into canned_replies (name, body) values ('Hours', 'Hi {{first name}}'), ('Prices', 'From 900');
  insert into saved_views (account_id, name, query, is_shared) values
    ('00000000-0000-4000-8000-0000000000a3', 'Mine', 'status=new', false),
    ('00000000-0000-4000-8000-0000000000a5', 'Alone', '', false),
    ('00000000-0000-4000-8000-0000000000a5', 'Shared', 'needs=reply', true);
  insert into missed_paths (path, visits) values ('/missed', 3), ('/gone', 1);
  insert into content_autosaves (account_id, kind, record_id, step, draft_id, typed_at, device_name, draft) values
    ('00000000-0000-4000-8000-0000000000a4', 'services', '50000000-0000-4000-8000-000000000001', 1, gen_random_uuid(), now(), 'Firefox', '{"values": {}}'),
    ('00000000-0000-4000-8000-0000000000a5', 'services', '50000000-0000-4000-8000-000000000001', 1, gen_random_uuid(), now(), 'Firefox', '{"values": {}}');
  insert into deleted_content (kind, record_id, name, slug, was_published, record) values
    ('posts', 'b0000000-0000-4000-8000-000000000001', 'Gone', 'gone', true, '{}'),
    ('apps', 'b0000000-0000-4000-8000-000000000002', 'Tried', 'tried', false, '{}');
  insert into content_heads (kind, record_id, draft, draft_base) values
    ('services', '50000000-0000-4000-8000-000000000001', 1, 1),
    ('posts', 'b0000000-0000-4000-8000-000000000001', 1, 1);
  insert into leads (id, name, email, status) values
    ('1ead0000-0000-4000-8000-000000000001', 'Ana Roy', 'ana@roy.example', 'new'),
    ('1ead0000-0000-4000-8000-000000000002', 'Bo Lind', 'bo@lind.example', 'contacted');
  insert into privacy_requests (kind, contact) values ('access', 'ana@roy.example'), ('erase', '416-555-0199');
  insert into privacy_incidents (what, whose, is_serious, risk) values ('A laptop was stolen', 'Two clients', false, 'Encrypted');
  insert into accessibility_feedback (message, name) values ('No way past the menu', 'Ana Roy'), ('Grey on grey', null);
  insert into quarantined_leads (name, email, score) values
    ('Di Spam', 'di@spam.example', 5), ('Ed Spam', 'ed@spam.example', 8);
  insert into server_keys (name, value) values ('lead_header', repeat('k', 64));
  insert into lead_messages (lead_id, message, sender_type, created_at) values
    ('1ead0000-0000-4000-8000-000000000001', 'One', 'admin', now()),
    ('1ead0000-0000-4000-8000-000000000001', 'Two', 'lead', now() + interval '1 second'),
    ('1ead0000-0000-4000-8000-000000000002', 'Three', 'lead', now());
  insert into lead_notes (id, lead_id, note, author_id) values
    ('60000000-0000-4000-8000-000000000001', '1ead0000-0000-4000-8000-000000000001', 'Call first', '00000000-0000-4000-8000-0000000000a3'),
    ('60000000-0000-4000-8000-000000000002', '1ead0000-0000-4000-8000-000000000002', 'Nice', null);
  insert into lead_mentions (note_id, user_id, lead_id) values
    ('60000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-0000000000a3', '1ead0000-0000-4000-8000-000000000001');
  insert into lead_follow_ups (lead_id, due_on) values ('1ead0000-0000-4000-8000-000000000001', current_date + 7);
  insert into lead_reads (user_id, lead_id) values ('00000000-0000-4000-8000-0000000000a3', '1ead0000-0000-4000-8000-000000000001');
  insert into bookings (lead_id, starts_at, ends_at, held_until) values
    ('1ead0000-0000-4000-8000-000000000001', '2027-01-05 15:00+00', '2027-01-05 15:30+00', '2027-01-05 15:45+00');
  insert into booking_blocks (starts_at, ends_at, reason) values
    ('2027-01-06 00:00+00', '2027-01-07 00:00+00', 'Away'), ('2027-01-08 15:00+00', '2027-01-08 16:00+00', null);
  insert into received_mails (id, state, reason, way, from_address, size_bytes, content_key) values
    ('3a110000-0000-4000-8000-000000000001', 'triage', 'unknown-sender', 'imap', 'cy@dow.example', 9, repeat('0', 64)),
    ('3a110000-0000-4000-8000-000000000002', 'machine', 'list', 'smtp', 'news@dow.example', 9, repeat('1', 64));
  insert into received_files (mail_id, part, name, media_type, size_bytes) values
    ('3a110000-0000-4000-8000-000000000001', 0, 'plan.pdf', 'application/pdf', 9);
  insert into owner_links (token_hash, expires_at) values (repeat('0', 64), now() + interval '30 minutes');
`;

/** `before`: statements of the database's owner that make an insert possible. */
export const policyAttempts: Record<string, { insert: string; update: string; before?: string }> = {
  agency_settings: {
    insert: `(facts, based_on) values ('{"name": "Elm"}', (select max(id) from agency_settings))`,
    update: `facts = '{}'`,
  },
  categories: { insert: `(name) values ('New')`, update: `name = name || '!'` },
  partners: { insert: `(name) values ('New')`, update: `name = name || '!'` },
  services: { insert: `(name, slug) values ('New', 'new')`, update: `short_pitch = 'x'` },
  apps: { insert: `(name, slug) values ('New', 'new')`, update: `short_pitch = 'x'` },
  app_media: {
    insert: `(app_id, url) values ('a0000000-0000-4000-8000-000000000001', '/new.webp')`,
    update: `alt = 'x'`,
  },
  media: {
    insert: `(service_id, url) values ('50000000-0000-4000-8000-000000000001', '/new.webp')`,
    update: `alt = 'x'`,
  },
  images: {
    insert: `(id, file) values ('11a90000-0000-4000-8000-000000000003', '800x600.webp')`,
    update: `alt = 'x'`,
    before: `select set_config('request.headers', jsonb_build_object('x-picture-folder',
      '11a90000-0000-4000-8000-000000000003.' || encode(extensions.hmac(
        'picture 11a90000-0000-4000-8000-000000000003', repeat('k', 64), 'sha256'), 'hex'))::text, true);`,
  },
  posts: { insert: `(slug, title) values ('new', 'New')`, update: `excerpt = 'x'` },
  case_studies: { insert: `(slug, title) values ('new', 'New')`, update: `excerpt = 'x'` },
  content_autosaves: {
    insert: `(account_id, kind, record_id, step, draft_id, typed_at, device_name, draft) values
      ('00000000-0000-4000-8000-0000000000a5', 'services', '50000000-0000-4000-8000-000000000001', 9, gen_random_uuid(), now(), 'x', '{"values": {}}')`,
    update: `device_name = 'x'`,
  },
  content_versions: {
    insert: `(kind, record_id, version, record) values ('services', '50000000-0000-4000-8000-000000000001', 9, '{}')`,
    update: `account_name = 'x'`,
  },
  content_heads: {
    insert: `(kind, record_id, draft, draft_base) values ('services', '50000000-0000-4000-8000-000000000002', 1, 1)`,
    update: `error = null`,
  },
  redirects: { insert: `(from_path, target) values ('/new', '/contact')`, update: `status = 302` },
  canned_replies: { insert: `(name, body) values ('New', 'New')`, update: `body = 'x'` },
  saved_views: { insert: `(name, query) values ('New', 'status=new')`, update: `name = 'x'` },
  missed_paths: { insert: `(path) values ('/new')`, update: `visits = 9` },
  deleted_content: {
    insert: `(kind, record_id, name, slug, was_published, record)
      values ('posts', 'b0000000-0000-4000-8000-000000000003', 'New', 'new', true, '{}')`,
    update: `name = 'x'`,
  },
  former_slugs: { insert: `(kind, slug) values ('services', 'new')`, update: `record_id = null` },
  leads: { insert: `(name, email) values ('Cy Dow', 'cy@dow.example')`, update: `status = 'qualified'` },
  accessibility_feedback: { insert: `(message) values ('New')`, update: `response = 'x'` },
  privacy_requests: { insert: `(kind, contact) values ('access', 'cy@dow.example')`, update: `note = 'x'` },
  privacy_incidents: {
    insert: `(what, whose, is_serious, risk) values ('New', 'Nobody', false, 'None')`,
    update: `told = 'The commissioner', told_on = current_date`,
  },
  quarantined_leads: {
    insert: `(name, email) values ('Cy Dow', 'cy@dow.example')`,
    update: `score = 0`,
  },
  server_keys: {
    before: `delete from public.server_keys;`,
    insert: `(name, value) values ('lead_header', repeat('k', 64))`,
    update: `value = repeat('x', 64)`,
  },
  lead_messages: {
    insert: `(lead_id, message, sender_type) values ('1ead0000-0000-4000-8000-000000000001', 'New', 'admin')`,
    update: `message = 'x'`,
  },
  booking_settings: {
    insert: `default values`,
    update: `notice_hours = 48`,
  },
  bookings: {
    insert: `(lead_id, starts_at, ends_at, held_until) values
      ('1ead0000-0000-4000-8000-000000000001', '2027-02-05 15:00+00', '2027-02-05 15:30+00', '2027-02-05 15:45+00')`,
    update: `state = 'done'`,
  },
  booking_blocks: {
    insert: `(starts_at, ends_at) values ('2027-02-06 00:00+00', '2027-02-07 00:00+00')`,
    update: `reason = 'x'`,
  },
  received_mails: {
    insert: `(state, reason, way, from_address, size_bytes, content_key)
      values ('triage', 'new', 'imap', 'x@y.example', 1, repeat('2', 64))`,
    update: `state = 'dismissed'`,
  },
  received_files: {
    insert: `(mail_id, part, name, media_type, size_bytes)
      values ('3a110000-0000-4000-8000-000000000001', 1, 'x', 'a/b', 1)`,
    update: `name = 'x'`,
  },
  lead_notes: {
    insert: `(lead_id, note) values ('1ead0000-0000-4000-8000-000000000001', 'New')`,
    update: `note = 'x'`,
  },
  lead_mentions: {
    insert: `(note_id, user_id, lead_id)
      values ('60000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-0000000000a3', '1ead0000-0000-4000-8000-000000000002')`,
    update: `created_at = now()`,
  },
  lead_follow_ups: {
    insert: `(lead_id, due_on) values ('1ead0000-0000-4000-8000-000000000002', current_date + 7)`,
    update: `due_on = current_date + 8`,
  },
  lead_reads: {
    insert: `(user_id, lead_id) values ('00000000-0000-4000-8000-0000000000a3', '1ead0000-0000-4000-8000-000000000002')`,
    update: `read_at = now()`,
  },
  leads_needing_reply: {
    insert: `(lead_id, since) values ('1ead0000-0000-4000-8000-000000000002', now())`,
    update: `since = now()`,
  },
  lead_totals: { insert: `(status, total) values ('x', 1)`, update: `total = 0` },
  // The server inserts a profile for the account whose profile was removed; others insert their own again.
  profiles: {
    before: `delete from public.profiles;`,
    insert: `(id, full_name) values (coalesce(auth.uid(), '00000000-0000-4000-8000-0000000000a1'), 'New')`,
    update: `full_name = 'x'`,
  },
  staff: {
    insert: `(user_id, role) values ('00000000-0000-4000-8000-0000000000a1', 'owner')`,
    update: `role = 'owner'`,
  },
  settings: {
    before: `delete from public.settings;`,
    insert: `(sign_up_mode) values ('approval')`,
    update: `sign_up_mode = 'open'`,
  },
  audit_log: {
    insert: `(area, action, kind) values ('leads', 'deleted', 'leads')`,
    update: `account_name = null`,
  },
  owner_links: {
    insert: `(token_hash, expires_at) values (repeat('1', 64), now())`,
    update: `expires_at = now()`,
  },
};
