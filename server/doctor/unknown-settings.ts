// Settings that have no effect, because their names are not those of server/settings/config.ts.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { closestMatch } from 'leven';
import { settingNames, type Environment } from '../settings/config.ts';
import type { DoctorFinding } from '../probes/doctor-finding.ts';
import { writeLog } from '../log/write-log.ts';
import { projectRoot } from '../project-root.ts';

/** Settings that are read by other code of this program, Node, OpenSSL, libuv and the C library. */
const readElsewhere =
  /^(FAIRLEAD_TRACE|SETTINGS_FILE|NODE_\w+|UV_\w+|SSL_CERT_\w+|OPENSSL_\w+|MALLOC_\w+|LISTEN_\w+|TZ|LANG|LANGUAGE|LC_\w+|TMPDIR|PATH|HOME|USER|(https?|no|all)_proxy)$/i;
/** Variables of other programs, with names similar to a setting. */
const ofOthers = /^(PG\w+|SUPABASE_(DB_URL|PUBLISHABLE_KEYS?|SECRET_KEYS?))$/;
/** Prefixes that only this program uses. */
const ownFamilies = /^(BACKUP|DKIM|FAIRLEAD|MAIL_IN|SHUTDOWN|SMTP)_/i;

/**
 * Names in the environment that resemble a setting, and all unknown names in its SETTINGS_FILE, without their values.
 */
export function findUnknownSettings(environment: Environment): DoctorFinding[] {
  const file = environment['SETTINGS_FILE'];
  const inFile = new Set(file ? namesIn(file) : []);
  const known = new Set([...settingNames, ...projectVariables()]);
  return [...new Set([...inFile, ...Object.keys(environment)])]
    .filter((name) => !known.has(name) && !readElsewhere.test(name) && !ofOthers.test(name))
    .flatMap((name) => {
      const meant = closestSetting(name);
      if (meant === undefined && !inFile.has(name) && !ownFamilies.test(name)) return [];
      const where = inFile.has(name) ? ` in ${file}` : '';
      const fix = meant ? `did you mean ${meant}?` : 'docs/operate/settings.md lists the settings';
      return [{ what: name, finding: `${name}${where} is not a setting and has no effect`, fix }];
    });
}

/** For a server, which logs on standard error. */
export function logUnknownSettings(environment: Environment): void {
  for (const { finding, fix } of findUnknownSettings(environment))
    writeLog({ level: 'warn', event: 'setting.unknown', message: `${finding}; ${fix}` });
}

function namesIn(file: string): string[] {
  try {
    return Object.keys(parseEnv(readFileSync(file, 'utf8')));
  } catch {
    // The code that loads the file reports its errors.
    return [];
  }
}

/** Names in `env(NAME)` of supabase/config.toml. */
function projectVariables(): string[] {
  const file = join(projectRoot, 'supabase/config.toml');
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/\benv\((\w+)\)/g)].map(([, name = '']) => name);
}

/** Compares only letters and digits, so that case and separators make no difference. */
function closestSetting(name: string): string | undefined {
  const given = lettersOf(name);
  // A short name is similar to many words: HOME and HOST differ in two letters.
  const maxDistance = given.length < 6 ? 1 : given.length < 12 ? 2 : 3;
  return bySpelling.get(closestMatch(given, [...bySpelling.keys()], { maxDistance }) ?? '');
}

const bySpelling = new Map(settingNames.map((name) => [lettersOf(name), name]));

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
