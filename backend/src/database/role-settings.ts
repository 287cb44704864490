// Reads the settings of the roles that callers may assume from the catalog, cached per pool.
import type { Pool } from 'pg';
import { startConnectionDeadline } from './drop-connections.ts';

/** Settings of `alter role … set …`. SET ROLE does not apply them, so each transaction does. */
export type RoleSettings = Readonly<Record<string, string>>;

interface Known {
  roles: Map<string, RoleSettings>;
  readAt: number;
}

const known = new WeakMap<Pool, Promise<Known>>();
const maxAgeMs = 30_000;

// Only roles that `authenticator` may assume: a signed token that names the owner is rejected here. A setting for this
// database overrides one for all databases.
const query = `
  with callers as (
    select r.oid, r.rolname
    from pg_roles r
    where r.rolname <> 'authenticator' and pg_has_role('authenticator', r.oid, 'member') and not r.rolsuper
  ), settings as (
    select s.setrole, s.setdatabase, split_part(c, '=', 1) as name, substr(c, strpos(c, '=') + 1) as value
    from pg_db_role_setting s
    cross join unnest(s.setconfig) as c
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  )
  select c.rolname as role,
    coalesce(json_object_agg(s.name, s.value order by s.setdatabase) filter (where s.name is not null), '{}') as settings
  from callers c
  left join settings s on s.setrole = c.oid and exists (
    select from pg_settings p
    where p.name = s.name and p.context = 'user'
      and p.name not in ('role', 'session_authorization', 'search_path', 'transaction_isolation')
  )
  group by c.rolname`;

/** A short timeout, because all requests wait for this query. */
const limitMs = 5_000;

async function readRoles(pool: Pool): Promise<Known> {
  const client = await pool.connect();
  const clearDeadline = startConnectionDeadline(pool, client, limitMs);
  let broken = true;
  try {
    const { rows } = await client.query<{ role: string; settings: RoleSettings }>(query);
    broken = false;
    return { roles: new Map(rows.map(({ role, settings }) => [role, settings])), readAt: Date.now() };
  } finally {
    clearDeadline();
    client.release(broken);
  }
}

function refresh(pool: Pool): Promise<Known> {
  const reading = readRoles(pool);
  known.set(pool, reading);
  // Discards a failure, so that the next request retries.
  reading.catch(() => {
    if (known.get(pool) === reading) known.delete(pool);
  });
  return reading;
}

export function invalidateRoleSettings(pool: Pool): void {
  known.delete(pool);
}

/** Undefined for a role that callers may not assume. */
export async function readRoleSettings(pool: Pool, role: string): Promise<RoleSettings | undefined> {
  let current = await (known.get(pool) ?? refresh(pool));
  const ageMs = Date.now() - current.readAt;
  if (ageMs > maxAgeMs || (!current.roles.has(role) && ageMs > 1_000)) current = await refresh(pool);
  return current.roles.get(role);
}
