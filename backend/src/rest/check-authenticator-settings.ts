import type { Pool } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { settingsQuery } from './schema/catalog-queries.ts';
import { type RoleSetting, findSetting } from './schema/load-schema.ts';

interface Served {
  schemas: readonly string[];
  maxRows: number;
}

const offered = ['pgrst.db_aggregates_enabled', 'pgrst.db_pre_request'];
const compared = ['pgrst.db_schemas', 'pgrst.db_max_rows'];

/** Who a caller is: another answer to that opens the data of others. Beside each, the value that changes nothing. */
const ofCallers: Record<string, string> = {
  'pgrst.jwt_aud': '',
  'pgrst.jwt_role_claim_key': '.role',
  'pgrst.jwt_secret': '',
  'pgrst.db_anon_role': 'anon',
};

/**
 * Goes through the settings of PostgREST that migrations keep on the role authenticator. Throws a StartupError for one
 * that restricts and has no effect here; returns a line for each other that has none.
 */
export async function checkAuthenticatorSettings(pool: Pool, served: Served): Promise<string[]> {
  const { rows } = await pool.query<RoleSetting>(settingsQuery);
  const { rows: existing } = await pool.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any ($1)',
    [served.schemas],
  );
  for (const [name, harmless] of Object.entries(ofCallers)) {
    const value = findSetting(rows, name) ?? harmless;
    if (value !== harmless) throw stop(name, 'is not offered by this server: reset it');
  }
  const listed = findSetting(rows, 'pgrst.db_schemas')
    ?.split(',')
    .map((name) => name.trim());
  const hidden = existing.find(({ name }) => listed && !listed.includes(name));
  if (hidden) {
    throw stop(
      'pgrst.db_schemas',
      `leaves out ${hidden.name}, which api.schemas of config.toml serves: list the same`,
    );
  }
  const most = Number(findSetting(rows, 'pgrst.db_max_rows') || served.maxRows);
  if (!(most >= served.maxRows)) {
    throw stop('pgrst.db_max_rows', 'is lower than api.max_rows of config.toml: set it there');
  }
  const names = new Set(rows.map(({ name }) => name));
  const known = [...offered, ...compared, ...Object.keys(ofCallers)];
  return [...names.difference(new Set(known))].map(
    (name) => `${name} of the role authenticator has no effect here`,
  );
}

function stop(name: string, what: string): StartupError {
  return new StartupError(`The setting ${name} of the role authenticator ${what}`);
}
