// Asks a hosted Supabase project whether this program fits: its key, its tables, its migrations.
import { join } from 'node:path';
import { readMigrations } from '@fairlead/backend/database';
import { projectRoot } from '../project-root.ts';

export interface HostedProblem {
  what: 'SUPABASE_URL' | 'SECRET_KEY';
  finding: string;
  fix: string;
  /** Whether it stays until someone changes something. */
  isPermanent: boolean;
}

const timeoutMs = 15_000;

interface AppliedMigration {
  version: string;
  name: string | null;
}

/** Uses the secret key, so that a wrong one is found. Null if everything fits. */
export async function examineHostedProject(
  url: string,
  secretKey: string,
  stop?: AbortSignal,
): Promise<HostedProblem | null> {
  const requested = `${url}/rest/v1/rpc/applied_migrations`;
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = stop === undefined ? limit : AbortSignal.any([limit, stop]);
  const push = 'run supabase db push there first';
  try {
    const response = await fetch(requested, { method: 'POST', headers: { apikey: secretKey }, signal });
    if (response.ok) return await compareMigrations(url, (await response.json()) as AppliedMigration[], push);
    if (response.status === 401 || response.status === 403)
      return {
        what: 'SECRET_KEY',
        finding: `${url} rejects it`,
        fix: 'use the secret key of that project',
        isPermanent: true,
      };
    if (/PGRST20[25]|42P01/.test(await response.text()))
      return problem(`${url} does not have everything that supabase/migrations makes`, push);
    const finding = `${requested} responds with ${response.status}`;
    return { ...problem(finding, 'check that it is the address of a Supabase project'), isPermanent: false };
  } catch (error) {
    const { cause, message } = error as Error;
    const finding = `${url} cannot be reached (${cause instanceof Error ? cause.message : message})`;
    return { ...problem(finding, 'check the address and your network'), isPermanent: false };
  }
}

/** `supabase db push` skips what is recorded, whatever it was when it was applied. */
async function compareMigrations(
  url: string,
  applied: AppliedMigration[],
  push: string,
): Promise<HostedProblem | null> {
  const files = await readMigrations(join(projectRoot, 'supabase', 'migrations'));
  const known = new Set(files.map(({ version }) => version));
  const former = applied.find(({ version, name }) => name === 'unreleased' && !known.has(version));
  if (former)
    return problem(
      `${url} has another form of the unreleased migration (${former.version}_unreleased.sql)`,
      'save its rows, reset it and load them, as docs/operate/hosted-supabase.md describes',
    );
  const recorded = new Set(applied.map(({ version }) => version));
  const missing = files.find(({ version }) => !recorded.has(version));
  // Without any record, another tool than the CLI made the schema.
  if (applied.length === 0 || missing === undefined) return null;
  return problem(`${url} lacks ${missing.file} of supabase/migrations`, push);
}

function problem(finding: string, fix: string): HostedProblem {
  return { what: 'SUPABASE_URL', finding, fix, isPermanent: true };
}
