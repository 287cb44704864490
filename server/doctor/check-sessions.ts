import { clientConfig, type DatabaseConnection } from '@fairlead/backend/database/connection.ts';
import { DatabaseClient } from '@fairlead/backend/database/database-client.ts';
import { detectPooling, sessionPoolingFix, sessionsPerServer } from '@fairlead/backend/database/pooling.ts';
import type { Finding } from './finding.ts';

/** Whether the database, or the pooler in front of it, gives a server the sessions that it needs. */
export async function checkSessions(connection: DatabaseConnection): Promise<Finding[]> {
  const clients = [
    new DatabaseClient(clientConfig(connection)),
    new DatabaseClient(clientConfig(connection)),
  ];
  const [first, second] = clients as [DatabaseClient, DatabaseClient];
  try {
    await first.connect();
    const pooling = await detectPooling(first, async () => {
      await second.connect();
      return second;
    });
    return [...judgePooling(pooling), ...(await checkLimits(first))];
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

function judgePooling(pooling: Awaited<ReturnType<typeof detectPooling>>): Finding[] {
  if (pooling === 'none' || pooling === 'session') return [];
  const finding = `it is behind a pooler in ${pooling} mode, which shares sessions between clients: the server does not start`;
  return [{ what: 'pooler', finding, fix: sessionPoolingFix }];
}

interface Limits {
  database: string;
  sessions: number;
  foldsLetters: boolean;
}

async function checkLimits(client: DatabaseClient): Promise<Finding[]> {
  // A limit of -1 is none.
  const { rows } = await client.query<Limits>(
    `select datname as database, lower('\u00c9') = '\u00e9' as "foldsLetters", least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
       nullif(datconnlimit, -1), (select nullif(rolconnlimit, -1) from pg_roles where rolname = session_user)
     ) as sessions
     from pg_database where datname = current_database()`,
  );
  const findings: Finding[] = [];
  const { database, sessions, foldsLetters } = rows[0] ?? {
    database: '',
    sessions: Number.POSITIVE_INFINITY,
    foldsLetters: true,
  };
  if (sessions < sessionsPerServer)
    findings.push({
      what: 'connections',
      finding: `it allows ${sessions} sessions, and a server needs up to ${sessionsPerServer}: under load requests would wait and fail`,
      fix: `raise max_connections (postgresql.conf), or the limit of the database or of its login (alter … connection limit), to ${sessionsPerServer} for each server and some more`,
    });
  if (!foldsLetters)
    findings.push({
      what: 'locale',
      finding: `the database ${database} knows no letters beyond ASCII (locale C): a search for é does not find É`,
      fix: `move it to one that was made with: create database NAME template template0 lc_ctype 'C.UTF-8'`,
    });
  return findings;
}
