// Every difference between the first migrations and the present ones. A test holds both lists complete.

/** Words or their beginnings, in names and in texts of functions. */
export const renamed: readonly [before: string, now: string][] = [
  // one word for what was held, suspected or a suspect
  ['suspected_leads', 'quarantined_leads'],
  ['restore_suspected_lead', 'restore_quarantined_lead'],
  ['loose_files', 'orphaned_files'],
  ['loose_blobs', 'orphaned_blobs'],
  ['refuse_foreign_blob', 'reject_foreign_blob'],
  ['follow_blob', 'track_orphaned_blob'],
  ['email_proved_at', 'email_verified_at'],
  ['is_proved', 'is_verified'],
  ['is_address_proved', 'is_email_verified'],
  ['clear_account', 'reset_unverified_account'],
  // the field's terms for sessions and assurance levels
  ['has_shown_factor', 'session_has_required_aal'],
  ['session_stands', 'is_session_active'],
  ['live_session', 'active_session_id'],
  ['roles_of_account', 'account_roles'],
  ['keep_an_owner', 'protect_last_owner'],
  ['guard_sign_up', 'reject_closed_sign_up'],
  ['announce_change', 'notify_table_changed'],
  ['tell_ended_sessions', 'notify_ended_sessions'],
  ['tell_changed_role', 'notify_changed_role'],
  ['tell_changed_rule', 'notify_changed_rules'],
  ['log_changed_role', 'log_role_change'],
  ['note_change', 'publish_changes'],
  ['note_message', 'publish_message'],
  ['pose_question', 'insert_policy_probes'],
  ['unannounced_leads', 'pending_lead_notices'],
  ['lead_colleagues', 'lead_notice_recipients'],
  ['form_lead_notices', 'create_lead_notices'],
  ['note_reply_needs', 'update_leads_needing_reply'],
  ['refresh_reply_needs', 'refresh_leads_needing_reply'],
  ['tries_enough', 'is_out_of_attempts'],
  ['wait_after', 'retry_delay'],
  ['give_up_mail', 'fail_mail'],
  ['hurry_earlier_replies', 'retry_earlier_replies'],
  ['judge_lead_text', 'score_lead_text'],
  ['keep_profile_true', 'complete_profile'],
  ['follow_account_email', 'copy_account_email'],
  ['remember_slug', 'record_former_slug'],
  ['search_signs', 'search_symbols'],
];

/** Objects that differ beyond that, by name. */
export const different: readonly [reason: string, objects: RegExp][] = [
  [
    'An insert of a lead is one visible sequence: receive_lead and follow_up_leads call the steps in order',
    /^function private\.(bound_lead_inserts|limit_leads_of_transaction|clean_lead|keep_service_name|set_service_name|weigh_lead|set_lead_origin|quarantine_lead|receive_lead|revise_lead|follow_up_leads|queue_lead_notice)\(/,
  ],
  [
    'The steps are asked with the lead, not with seven of its columns; the content hash is one function of a lead',
    /^function private\.(hash_lead_content|is_flood|is_known_lead|is_duplicate_lead|is_too_frequent)\(/,
  ],
  [
    'Its triggers, one for callers and one for the server, replace ten that ran in the order of their names',
    /^trigger public\.leads\.(a_bound_lead_inserts|clean_lead|keep_service_name|weigh_lead|count_inserted|note_inserted_leads|queue_lead_notice|receive_lead_of_(caller|server)|follow_up_leads_of_(caller|server)|revise_lead)$/,
  ],
  [
    'Inserted leads are counted and listed in that sequence, so these are left with changes and deletions',
    /^function private\.(count_leads_by_status|count_changed_leads|update_leads_needing_reply)\(|^trigger public\.leads\.count_(updated|deleted|truncated)$/,
  ],
  [
    'An insert of a message is one sequence too: begin_delivery became the end of receive_message',
    /^function private\.(begin_delivery|receive_message)\(|^trigger public\.lead_messages\.(receive_message(_of_(account|server))?|zz_begin_delivery)$/,
  ],
  [
    'One list of roles: private.staff_roles',
    /^function (private\.(staff_roles|account_roles)|public\.(team|give_role))\(|^constraint public\.staff\.staff_role_known$/,
  ],
  [
    'Checked when it was made, not only for rows from then on',
    /^constraint public\.(leads|quarantined_leads)\.leads_stripe_customer_id_length$/,
  ],
  [
    'Words of section "language" inside: an argument, a variable',
    /^function (public\.(restore_quarantined_lead|retry_notices)|realtime\.insert_policy_probes)\(/,
  ],
  [
    'Triggers are named for what they do',
    /^trigger [\w.]+\.(announce_emptied|notify_table_changed|notify_changed|notify_truncated|note_(changed|deleted|inserted)_messages|note_changed_lead|update_needing_reply(_on_(insert|update|delete))?|profiles_kept_true|complete_profile|protect_last_owner_(deleted|demoted|on_delete|on_update))$/,
  ],
  [
    'Policies too',
    /^policy (public\.(profiles|staff)\.session (stands|active)|realtime\.messages\.agents (hear|receive) the inbox)$/,
  ],
];
