// Finds keys of config.toml that have no effect; rejects protections that are not offered.
import { PermanentStartupError } from '../errors/startup-error.ts';
import { isTomlTable, isUnresolvedVariable } from './environment.ts';
import { parseBoolean } from './parse-table.ts';

interface ConfigEntry {
  path: string[];
  value: unknown;
  table: Record<string, unknown>;
}

interface Rule {
  pattern: string;
  /** Whether the rule applies to this entry; by default, to every value that is not off. */
  applies?: (entry: ConfigEntry) => boolean;
  /** The text of the message after the key. */
  message: string;
}

const remove = 'is not offered by this server: switch it off here';

/** Settings that restrict or check access and are not offered here: ignoring them would leave the project open. */
const protections: Rule[] = [
  {
    pattern: 'auth.captcha.enabled',
    message: `${remove} and limit sign-ups otherwise, e.g. by auth.rate_limit or a before_user_created hook`,
  },
  {
    pattern: 'auth.third_party.*.enabled',
    message: `${remove}; use auth.external for sign-ins of another issuer`,
  },
  { pattern: 'auth.hook.*.enabled', applies: isOtherHook, message: `${remove} and do its check elsewhere` },
  {
    pattern: 'auth.rate_limit.*',
    applies: isUnknown,
    message: 'is a limit that this server does not enforce: remove it',
  },
  {
    pattern: 'auth.sessions.*',
    applies: isUnknown,
    message: 'is a limit that this server does not enforce: remove it',
  },
  {
    pattern: 'db.network_restrictions.enabled',
    applies: restrictsAddresses,
    message: `${remove} and restrict addresses with a firewall`,
  },
  {
    pattern: 'db.ssl_enforcement.enabled',
    message: `${remove} and require TLS in the pg_hba.conf of the database`,
  },
];

/** Settings without effect, with a more specific message than "unknown". */
const notices: Rule[] = [
  {
    pattern: 'api.tls.enabled',
    message: 'has no effect: this server speaks HTTP, a proxy in front speaks HTTPS',
  },
  {
    pattern: 'auth.hook.send_email.enabled',
    message: 'has no effect: mail is sent by auth.email.smtp or SMTP_URL',
  },
  { pattern: 'auth.hook.after_user_created.enabled', message: 'has no effect: use a trigger on auth.users' },
  { pattern: 'auth.sms.*.enabled', message: 'has no effect: SMS are sent by auth.hook.send_sms' },
  { pattern: 'auth.web3.solana.enabled', message: 'has no effect: only Ethereum wallets sign in here' },
  {
    pattern: 'auth.oauth_server.enabled',
    message: 'has no effect: this server issues no tokens to other apps',
  },
  { pattern: 'experimental.webhooks.enabled', message: 'has no effect: database webhooks are not offered' },
];

/**
 * Throws a StartupError for a protection that is on and not offered; returns one line for each other key without effect
 * and each unset variable. Lines never contain a value.
 */
export function collectConfigWarnings(file: string, tables: Record<string, unknown>): string[] {
  const entries = [...listEntries(tables, [])];
  for (const entry of entries) {
    const rule = protections.find((each) => applies(each, entry));
    if (rule) throw new PermanentStartupError(`${file}: ${nameOf(entry)} ${rule.message}`);
  }
  return entries.flatMap((entry) => {
    const text = notice(entry);
    return text === undefined ? [] : [`${nameOf(entry)} ${text}`];
  });
}

function notice(entry: ConfigEntry): string | undefined {
  const { value } = entry;
  const rule = notices.find((each) => applies(each, entry));
  if (rule) return rule.message;
  if (isSwitchedOff(entry)) return undefined;
  if (isUnknown(entry)) return 'is not known to this server and has no effect';
  if (isOptional(entry)) return undefined;
  const texts = [value].flat().filter((item) => typeof item === 'string');
  const unset = texts.find((text) => isUnresolvedVariable(text));
  if (unset) return `stays ${unset}: that variable is set neither in the environment nor in a .env file`;
  const encrypted = texts.some((text) => text.startsWith('encrypted:'));
  return encrypted ? 'is encrypted, which this server cannot read' : undefined;
}

function* listEntries(table: Record<string, unknown>, path: string[]): Generator<ConfigEntry> {
  for (const [name, value] of Object.entries(table)) {
    if (isTomlTable(value)) yield* listEntries(value, [...path, name]);
    else yield { path: [...path, name], value, table };
  }
}

function applies({ pattern, applies: when = isOn }: Rule, entry: ConfigEntry): boolean {
  return matches(pattern.split('.'), entry.path) && when(entry);
}

/** Any value that is not clearly off is treated as on, so that no protection is dropped silently. */
function isOn({ value }: ConfigEntry): boolean {
  return !(value === false || value === 0 || (typeof value === 'string' && parseBoolean(value) === false));
}

function isUnknown({ path }: ConfigEntry): boolean {
  return !patterns.some((pattern) => matches(pattern, path));
}

/** Hooks that work here, and hooks that check nothing. */
const hooks = ['send_sms', 'before_user_created', 'custom_access_token', 'send_email', 'after_user_created'];

function isOtherHook(entry: ConfigEntry): boolean {
  return isOn(entry) && !hooks.includes(entry.path[2] ?? '');
}

const everyAddress = new Set(['0.0.0.0/0', '::/0']);

function restrictsAddresses(entry: ConfigEntry): boolean {
  const { allowed_cidrs: four = ['0.0.0.0/0'], allowed_cidrs_v6: six = ['::/0'] } = entry.table;
  const open = [four, six].every(
    (list) => Array.isArray(list) && list.some((item) => everyAddress.has(item)),
  );
  return isOn(entry) && !open;
}

/** Whether it is in a table with `enabled = false`. */
function isSwitchedOff(entry: ConfigEntry): boolean {
  return 'enabled' in entry.table && !isOn({ ...entry, value: entry.table['enabled'] });
}

/** Unset secrets of functions are left out; keys of other tools are ignored. */
function isOptional({ path }: ConfigEntry): boolean {
  return ['edge_runtime', 'studio', 'analytics', 'experimental', 'remotes'].includes(path[0] ?? '');
}

function nameOf({ path }: ConfigEntry): string {
  return path.join('.');
}

// Known keys of config.toml; `*` matches any one name, `**` at the end any rest. A warning at the start names each key
// that is in none of these lists.

/** Keys that the services of this server read. */
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
auth.email.secure_password_change auth.email.require_current_password
auth.email.require_current_password_for_email auth.email.code_expiry
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

/** Keys for tools around a local project, or for hosted branches; they protect nothing here. */
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

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const open = pattern.at(-1) === '**';
  const names = open ? pattern.slice(0, -1) : pattern;
  if (open ? path.length <= names.length : path.length !== names.length) return false;
  return names.every((name, index) => name === '*' || name === path[index]);
}
