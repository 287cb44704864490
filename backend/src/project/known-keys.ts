// Keys of config.toml; `*` stands for any one name, `**` at the end for any rest. The start warns of
// a key in none of these lists.

/** Read by the services of this server. */
const offered = `
api.enabled api.schemas api.extra_search_path api.max_rows
db.migrations.enabled db.seed.enabled db.seed.sql_paths
realtime.enabled realtime.private_only
storage.enabled storage.file_size_limit storage.image_transformation.enabled
storage.buckets.*.public storage.buckets.*.file_size_limit storage.buckets.*.allowed_mime_types
auth.enabled auth.site_url auth.additional_redirect_urls auth.jwt_expiry auth.signing_keys_path
auth.enable_refresh_token_rotation auth.refresh_token_reuse_interval auth.enable_signup
auth.enable_anonymous_sign_ins auth.enable_manual_linking
auth.minimum_password_length auth.password_requirements
auth.rate_limit.email_sent auth.rate_limit.sms_sent auth.rate_limit.anonymous_users auth.rate_limit.token_refresh
auth.rate_limit.sign_in_sign_ups auth.rate_limit.token_verifications auth.rate_limit.web3
auth.sessions.timebox auth.sessions.inactivity_timeout
auth.email.enable_signup auth.email.enable_confirmations auth.email.double_confirm_changes
auth.email.secure_password_change auth.email.require_current_password auth.email.code_expiry
auth.email.max_frequency auth.email.otp_length auth.email.otp_expiry
auth.email.smtp.**
auth.email.template.*.subject auth.email.template.*.content_path
auth.email.notification.*.enabled auth.email.notification.*.subject auth.email.notification.*.content_path
auth.sms.enable_signup auth.sms.enable_confirmations auth.sms.template auth.sms.max_frequency auth.sms.test_otp.*
auth.hook.send_sms.** auth.hook.before_user_created.** auth.hook.custom_access_token.**
auth.mfa.max_enrolled_factors auth.mfa.*.enroll_enabled auth.mfa.*.verify_enabled
auth.mfa.phone.otp_length auth.mfa.phone.max_frequency
auth.external.*.enabled auth.external.*.client_id auth.external.*.secret auth.external.*.redirect_uri
auth.external.*.url auth.external.*.skip_nonce_check auth.external.*.email_optional
auth.web3.ethereum.enabled
edge_runtime.enabled edge_runtime.secrets.*
functions.*.enabled functions.*.verify_jwt functions.*.entrypoint
`;

/** For tools around a local project, or hosted branches: they protect nothing here. */
const elsewhere = `
project_id api.port api.external_url api.tls.enabled api.tls.cert_path api.tls.key_path
db.port db.shadow_port db.major_version db.health_timeout db.pooler.** db.migrations.schema_paths
db.network_restrictions.** db.ssl_enforcement.**
realtime.ip_version realtime.max_header_length
studio.** inbucket.** local_smtp.** analytics.** remotes.** experimental.**
edge_runtime.policy edge_runtime.inspector_port edge_runtime.deno_version
functions.*.import_map functions.*.static_files
auth.captcha.** auth.third_party.** auth.mfa.phone.template
auth.sms.twilio.** auth.sms.twilio_verify.** auth.sms.messagebird.** auth.sms.textlocal.** auth.sms.vonage.**
auth.hook.send_email.** auth.hook.after_user_created.**
auth.web3.solana.** auth.oauth_server.**
`;

const patterns = `${offered} ${elsewhere}`
  .trim()
  .split(/\s+/)
  .map((pattern) => pattern.split('.'));

export function isKnown(path: readonly string[]): boolean {
  return patterns.some((pattern) => matches(pattern, path));
}

export function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const open = pattern.at(-1) === '**';
  const names = open ? pattern.slice(0, -1) : pattern;
  if (open ? path.length <= names.length : path.length !== names.length) return false;
  return names.every((name, index) => name === '*' || name === path[index]);
}
