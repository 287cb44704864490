import { StartupError } from '../errors/startup-error.ts';
import { isTable, isUnset } from './fill-env.ts';
import { isKnown, matches } from './known-keys.ts';
import { readSwitch } from './parse-table.ts';

/** One value of config.toml and the names that lead to it. */
interface Setting {
  path: string[];
  value: unknown;
  /** The table that it stands in. */
  table: Record<string, unknown>;
}

interface Rule {
  pattern: string;
  /** Default: the value is on. */
  applies?: (setting: Setting) => boolean;
  /** What follows the key in the message. */
  message: string;
}

const remove = 'is not offered by this server: switch it off here';

/** What restricts or checks access and is not done here: serving the project without it would leave a door open. */
const protections: Rule[] = [
  {
    pattern: 'auth.captcha.enabled',
    message: `${remove} and limit sign-ups otherwise, e.g. by auth.rate_limit or a before_user_created hook`,
  },
  {
    pattern: 'auth.third_party.*.enabled',
    message: `${remove}; sign-ins of another issuer can come in by auth.external`,
  },
  { pattern: 'auth.hook.*.enabled', applies: isOtherHook, message: `${remove} and do its check elsewhere` },
  {
    pattern: 'auth.rate_limit.*',
    applies: isUnknown,
    message: 'is a limit that this server does not keep: remove it',
  },
  {
    pattern: 'auth.sessions.*',
    applies: isUnknown,
    message: 'is a limit that this server does not keep: remove it',
  },
  {
    pattern: 'db.network_restrictions.enabled',
    applies: restrictsAddresses,
    message: `${remove} and restrict addresses with a firewall`,
  },
  {
    pattern: 'db.ssl_enforcement.enabled',
    message: `${remove} and demand TLS in the pg_hba.conf of the database`,
  },
];

/** What is switched on and has no effect, where a plain "unknown" would puzzle. */
const notices: Rule[] = [
  {
    pattern: 'api.tls.enabled',
    message: 'has no effect: this server speaks HTTP, a proxy in front speaks HTTPS',
  },
  {
    pattern: 'auth.hook.send_email.enabled',
    message: 'has no effect: mail leaves by auth.email.smtp or SMTP_URL',
  },
  { pattern: 'auth.hook.after_user_created.enabled', message: 'has no effect: use a trigger on auth.users' },
  { pattern: 'auth.sms.*.enabled', message: 'has no effect: SMS leave by auth.hook.send_sms' },
  { pattern: 'auth.web3.solana.enabled', message: 'has no effect: only Ethereum wallets sign in here' },
  {
    pattern: 'auth.oauth_server.enabled',
    message: 'has no effect: this server issues no tokens to other apps',
  },
  { pattern: 'experimental.webhooks.enabled', message: 'has no effect: database webhooks are not offered' },
];

/**
 * Goes through every key of a config.toml. Throws a StartupError for a protection that is switched on and not offered;
 * returns one line for each other key that has no effect and each variable that is not set. Never shows a value.
 */
export function checkKeys(file: string, tables: Record<string, unknown>): string[] {
  const settings = [...listSettings(tables, [])];
  for (const setting of settings) {
    const rule = protections.find((each) => applies(each, setting));
    if (rule) throw new StartupError(`${file}: ${nameOf(setting)} ${rule.message}`);
  }
  return settings.flatMap((setting) => {
    const text = notice(setting);
    return text === undefined ? [] : [`${nameOf(setting)} ${text}`];
  });
}

function notice(setting: Setting): string | undefined {
  const { value } = setting;
  const rule = notices.find((each) => applies(each, setting));
  if (rule) return rule.message;
  if (isSwitchedOff(setting)) return undefined;
  if (isUnknown(setting)) return 'is not known to this server and has no effect';
  if (isOptional(setting)) return undefined;
  const texts = [value].flat().filter((item) => typeof item === 'string');
  const unset = texts.find((text) => isUnset(text));
  if (unset) return `stays ${unset}: that variable is set neither in the environment nor in a .env file`;
  const encrypted = texts.some((text) => text.startsWith('encrypted:'));
  return encrypted ? 'is encrypted, which this server cannot read' : undefined;
}

function* listSettings(table: Record<string, unknown>, path: string[]): Generator<Setting> {
  for (const [name, value] of Object.entries(table)) {
    if (isTable(value)) yield* listSettings(value, [...path, name]);
    else yield { path: [...path, name], value, table };
  }
}

function applies({ pattern, applies: when = isOn }: Rule, setting: Setting): boolean {
  return matches(pattern.split('.'), setting.path) && when(setting);
}

/** Anything that does not plainly say no: a protection is rather asked about than dropped. */
function isOn({ value }: Setting): boolean {
  return !(value === false || value === 0 || (typeof value === 'string' && readSwitch(value) === false));
}

function isUnknown({ path }: Setting): boolean {
  return !isKnown(path);
}

/** Those that work here, and those that check nothing. */
const hooks = ['send_sms', 'before_user_created', 'custom_access_token', 'send_email', 'after_user_created'];

function isOtherHook(setting: Setting): boolean {
  return isOn(setting) && !hooks.includes(setting.path[2] ?? '');
}

const everyAddress = new Set(['0.0.0.0/0', '::/0']);

function restrictsAddresses(setting: Setting): boolean {
  const { allowed_cidrs: four = ['0.0.0.0/0'], allowed_cidrs_v6: six = ['::/0'] } = setting.table;
  const open = [four, six].every(
    (list) => Array.isArray(list) && list.some((item) => everyAddress.has(item)),
  );
  return isOn(setting) && !open;
}

/** In a table that says `enabled = false`. */
function isSwitchedOff(setting: Setting): boolean {
  return 'enabled' in setting.table && !isOn({ ...setting, value: setting.table['enabled'] });
}

/** A secret of functions that is not set is left out, and what belongs to other tools is of no interest here. */
function isOptional({ path }: Setting): boolean {
  return ['edge_runtime', 'studio', 'analytics', 'experimental', 'remotes'].includes(path[0] ?? '');
}

function nameOf({ path }: Setting): string {
  return path.join('.');
}
