// Reads the entries of the audit log for its tests.
import type { TestDatabase } from './test-database.ts';

export async function readDatabaseTime(database: TestDatabase): Promise<string> {
  return database.value<string>('select clock_timestamp()::text as now');
}

/** The entries since then, in order, without empty columns. */
export async function readAuditEntries(database: TestDatabase, since: string): Promise<object[]> {
  const rows = await database.query<Record<string, unknown>>(
    `select account_name as who, action, kind, record_name as name, amount, details from public.audit_log
     where created_at > $1 order by created_at, id`,
    [since],
  );
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([, value]) => value !== null && !(Array.isArray(value) && !value.length)),
    ),
  );
}

export async function insertLead(database: TestDatabase, name: string): Promise<string> {
  return database.value<string>(
    `insert into leads (name, email) values ($1, lower(replace($1, ' ', '.')) || '@lead.example') returning id`,
    [name],
  );
}
