interface Columns {
  insert: string;
  update: string;
}

const none: Columns = { insert: '', update: '' };

/** Columns that may be inserted and updated, and those that may only be inserted. */
function both(update: string, onlyInsert = ''): Columns {
  const insert = [update, onlyInsert].join(' ').trim().split(' ').toSorted().join(' ');
  return { insert, update };
}

/**
 * Columns that an account may write, over all its roles; policies decide in which rows. Reading is granted per table.
 */
export const writableColumns: Record<string, Columns> = {
  agency_settings: { insert: 'based_on facts restored_from texts', update: '' },
  categories: both('name', 'id'),
  partners: both('logo_ground logo_url name sort_order', 'id'),
  services: both(
    'category_id description feature_chips hero_image_alt hero_image_url is_published name pricing_json published_at short_pitch slug text_format',
    'id',
  ),
  apps: both(
    'category demo_url description feature_chips is_published logo_alt logo_url name platforms published_at short_pitch slug text_format',
    'id',
  ),
  app_media: both('alt app_id kind sort_order url', 'id'),
  media: both('alt kind service_id url', 'id'),
  images: both('alt name', 'file id'),
  posts: both('body cover_alt cover_url excerpt is_published published_at slug title', 'id'),
  case_studies: both(
    'body client cover_alt cover_url excerpt is_published problem published_at quote quote_name quote_role results service_ids slug title',
    'id',
  ),
  former_slugs: none,
  redirects: both('from_path status target', 'id'),
  missed_paths: none,
  content_autosaves: none,
  content_heads: none,
  content_versions: none,
  deleted_content: none,
  accessibility_feedback: { insert: 'message name page reply_to', update: 'response' },
  leads: {
    insert: 'company email message name phone service_id',
    update: 'assignee_id last_reply_at reply_count status stripe_customer_id stripe_synced_at',
  },
  lead_messages: { insert: 'lead_id message sender_type', update: '' },
  booking_settings: { insert: '', update: 'buffer_minutes horizon_days is_open notice_hours' },
  bookings: none,
  booking_blocks: { insert: 'ends_at reason starts_at', update: '' },
  received_files: none,
  received_mails: none,
  lead_totals: none,
  lead_notes: both('mentions note', 'lead_id'),
  lead_mentions: none,
  lead_follow_ups: both('due_on lead_id'),
  lead_reads: none,
  leads_needing_reply: none,
  canned_replies: both('body name'),
  saved_views: both('is_shared name query'),
  profiles: both(
    'away_from away_until email full_name id mail_frequency reply_signature single_key_shortcuts updated_at',
  ),
  staff: none,
  settings: none,
  privacy_requests: both('contact done_on kind note received_on response'),
  privacy_incidents: both('is_serious noticed_on risk told told_on what whose'),
  quarantined_leads: none,
  server_keys: none,
  audit_log: none,
  owner_links: none,
};
