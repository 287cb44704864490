// Compares the authenticator role's `pgrst.*` settings with those that this server supports.
import type { Pool } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { authenticatorSettingsQuery } from './schema/catalog-queries.ts';
import { type AuthenticatorSetting, findAuthenticatorSetting } from './schema/load-schema-snapshot.ts';

const supported = ['pgrst.db_aggregates_enabled', 'pgrst.db_pre_request'];
const compared = ['pgrst.db_schemas', 'pgrst.db_max_rows'];

/** Settings that determine who a caller is: ignoring another value would expose data. */
const identitySettings: Record<string, string> = {
  'pgrst.jwt_aud': '',
  'pgrst.jwt_role_claim_key': '.role',
  'pgrst.jwt_secret': '',
  'pgrst.db_anon_role': 'anon',
};

/** Throws a StartupError for an unsupported setting that restricts access; returns warnings for the others. */
export async function checkAuthenticatorSettings(
  pool: Pool,
  served: { schemas: readonly string[]; maxRows: number },
): Promise<string[]> {
  const { rows } = await pool.query<AuthenticatorSetting>(authenticatorSettingsQuery);
  const { rows: existing } = await pool.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any ($1)',
    [served.schemas],
  );
  for (const [name, neutral] of Object.entries(identitySettings)) {
    const value = findAuthenticatorSetting(rows, name) ?? neutral;
    if (value !== neutral) throw unsupported(name, 'is not offered by this server: reset it');
  }
  const listed = findAuthenticatorSetting(rows, 'pgrst.db_schemas')
    ?.split(',')
    .map((name) => name.trim());
  const hidden = existing.find(({ name }) => listed && !listed.includes(name));
  if (hidden) {
    throw unsupported(
      'pgrst.db_schemas',
      `leaves out ${hidden.name}, which api.schemas of config.toml serves: list the same`,
    );
  }
  const maxRows = Number(findAuthenticatorSetting(rows, 'pgrst.db_max_rows') || served.maxRows);
  if (!(maxRows >= served.maxRows)) {
    throw unsupported('pgrst.db_max_rows', 'is lower than api.max_rows of config.toml: set it there');
  }
  const names = new Set(rows.map(({ name }) => name));
  const known = [...supported, ...compared, ...Object.keys(identitySettings)];
  return [...names.difference(new Set(known))].map(
    (name) => `${name} of the role authenticator has no effect here`,
  );
}

function unsupported(name: string, problem: string): StartupError {
  return new StartupError(`The setting ${name} of the role authenticator ${problem}`);
}
