import { StartupError } from '../errors/startup-error.ts';
import { isTable, isUnresolved } from './substitute-env.ts';
import { isKnown, matches } from './known-keys.ts';
import { parseBoolean } from './parse-table.ts';

interface ConfigEntry {
  path: string[];
  value: unknown;
  table: Record<string, unknown>;
}

interface Rule {
  pattern: string;
  /** Default: the value is on. */
  applies?: (entry: ConfigEntry) => boolean;
  /** Follows the key in the message. */
  message: string;
}

const remove = 'is not offered by this server: switch it off here';

/** Not offered, although they restrict or check access: without them the project would be left open. */
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

/** Settings without effect that deserve more than "unknown". */
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
 * Throws a StartupError for a protection that is on and not offered; returns one line for each other key without
 * effect and each unset variable. Never contains a value.
 */
export function checkKeys(file: string, tables: Record<string, unknown>): string[] {
  const entries = [...listEntries(tables, [])];
  for (const entry of entries) {
    const rule = protections.find((each) => applies(each, entry));
    if (rule) throw new StartupError(`${file}: ${nameOf(entry)} ${rule.message}`);
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
  const unset = texts.find((text) => isUnresolved(text));
  if (unset) return `stays ${unset}: that variable is set neither in the environment nor in a .env file`;
  const encrypted = texts.some((text) => text.startsWith('encrypted:'));
  return encrypted ? 'is encrypted, which this server cannot read' : undefined;
}

function* listEntries(table: Record<string, unknown>, path: string[]): Generator<ConfigEntry> {
  for (const [name, value] of Object.entries(table)) {
    if (isTable(value)) yield* listEntries(value, [...path, name]);
    else yield { path: [...path, name], value, table };
  }
}

function applies({ pattern, applies: when = isOn }: Rule, entry: ConfigEntry): boolean {
  return matches(pattern.split('.'), entry.path) && when(entry);
}

/** Anything but a clear no is on, so that no protection is dropped silently. */
function isOn({ value }: ConfigEntry): boolean {
  return !(value === false || value === 0 || (typeof value === 'string' && parseBoolean(value) === false));
}

function isUnknown({ path }: ConfigEntry): boolean {
  return !isKnown(path);
}

/** Hooks that work here, and those that check nothing. */
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

/** In a table with `enabled = false`. */
function isSwitchedOff(entry: ConfigEntry): boolean {
  return 'enabled' in entry.table && !isOn({ ...entry, value: entry.table['enabled'] });
}

/** Unset secrets of functions are left out; keys of other tools do not matter. */
function isOptional({ path }: ConfigEntry): boolean {
  return ['edge_runtime', 'studio', 'analytics', 'experimental', 'remotes'].includes(path[0] ?? '');
}

function nameOf({ path }: ConfigEntry): string {
  return path.join('.');
}
