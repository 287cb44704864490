/**
 * Columns that an account may write, over all its roles; policies decide in which rows. Reading is granted per table.
 */
export const writableColumns: Record<string, { insert: string; update: string }> = {
  agency_settings: { insert: 'based_on facts restored_from texts', update: '' },
  categories: { insert: 'id name', update: 'name' },
  partners: {
    insert: 'id logo_ground logo_url name sort_order',
    update: 'logo_ground logo_url name sort_order',
  },
  services: {
    insert:
      'category_id description feature_chips hero_image_alt hero_image_url id is_published locale name pricing_json published_at short_pitch slug text_format',
    update:
      'category_id description feature_chips hero_image_alt hero_image_url is_published locale name pricing_json published_at short_pitch slug text_format',
  },
  apps: {
    insert:
      'category demo_url description feature_chips id is_published locale logo_alt logo_url name platforms published_at short_pitch slug text_format',
    update:
      'category demo_url description feature_chips is_published locale logo_alt logo_url name platforms published_at short_pitch slug text_format',
  },
  app_media: { insert: 'alt app_id id kind sort_order url', update: 'alt app_id kind sort_order url' },
  media: { insert: 'alt id kind service_id url', update: 'alt kind service_id url' },
  posts: {
    insert: 'body cover_alt cover_url excerpt id is_published locale published_at slug title',
    update: 'body cover_alt cover_url excerpt is_published locale published_at slug title',
  },
  case_studies: {
    insert:
      'body client cover_alt cover_url excerpt id is_published locale problem published_at results service_ids slug title',
    update:
      'body client cover_alt cover_url excerpt is_published locale problem published_at results service_ids slug title',
  },
  former_slugs: { insert: '', update: '' },
  redirects: { insert: 'from_path id status target', update: 'from_path status target' },
  missed_paths: { insert: '', update: '' },
  content_versions: { insert: '', update: '' },
  deleted_content: { insert: '', update: '' },
  accessibility_feedback: { insert: 'message name page reply_to', update: 'response' },
  leads: {
    insert: 'company email message name phone service_id',
    update: 'assignee_id last_reply_at reply_count status stripe_customer_id stripe_synced_at',
  },
  lead_messages: { insert: 'lead_id message sender_type', update: '' },
  booking_settings: { insert: '', update: 'buffer_minutes horizon_days is_open notice_hours' },
  bookings: { insert: '', update: '' },
  booking_blocks: { insert: 'ends_at reason starts_at', update: '' },
  received_files: { insert: '', update: '' },
  received_mails: { insert: '', update: '' },
  lead_totals: { insert: '', update: '' },
  lead_notes: { insert: 'lead_id mentions note', update: 'mentions note' },
  lead_mentions: { insert: '', update: '' },
  lead_follow_ups: { insert: 'due_on lead_id', update: 'due_on lead_id' },
  lead_reads: { insert: '', update: '' },
  leads_needing_reply: { insert: '', update: '' },
  canned_replies: { insert: 'body name', update: 'body name' },
  saved_views: { insert: 'is_shared name query', update: 'is_shared name query' },
  profiles: {
    insert:
      'away_from away_until email full_name id mail_frequency reply_signature single_key_shortcuts updated_at',
    update:
      'away_from away_until email full_name id mail_frequency reply_signature single_key_shortcuts updated_at',
  },
  staff: { insert: '', update: '' },
  settings: { insert: '', update: '' },
  privacy_requests: {
    insert: 'contact done_on kind note received_on response',
    update: 'contact done_on kind note received_on response',
  },
  privacy_incidents: {
    insert: 'is_serious noticed_on risk told told_on what whose',
    update: 'is_serious noticed_on risk told told_on what whose',
  },
  quarantined_leads: { insert: '', update: '' },
  server_keys: { insert: '', update: '' },
  audit_log: { insert: '', update: '' },
  owner_links: { insert: '', update: '' },
};
