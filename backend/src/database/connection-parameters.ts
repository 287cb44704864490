// The parameters of a connection to PostgreSQL: parsed from a URL, written as a URL or as settings of pg.
import { Client, type ClientConfig } from 'pg';
import { PermanentStartupError } from '../errors/startup-error.ts';

/** How to connect, usually as the owner, who runs migrations and may switch to every caller role. */
export interface ConnectionParameters {
  /** Or the folder of a unix socket, beginning with a slash. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl?: ClientConfig['ssl'];
  /** Session settings that override those of the database. */
  options?: string;
}

/** Throws a StartupError that never contains the password. */
export function parseDatabaseUrl(url: string): ConnectionParameters {
  let client: Client;
  try {
    if (!/^postgres(ql)?:\/\//.test(url)) throw new Error('wrong scheme');
    client = new Client({ connectionString: withExplicitVerification(url) });
  } catch (cause) {
    const { code, path } = cause as NodeJS.ErrnoException;
    if (path !== undefined) {
      throw new PermanentStartupError(`DATABASE_URL names a file that cannot be read: ${path} (${code})`, {
        cause,
      });
    }
    throw new PermanentStartupError(
      'DATABASE_URL is not a PostgreSQL address: write it as postgres://user:password@host:5432/database',
      { cause },
    );
  }
  return {
    host: client.host,
    port: client.port,
    user: client.user ?? 'postgres',
    password: typeof client.password === 'string' ? client.password : '',
    database: client.database ?? 'postgres',
    ...(client.ssl ? { ssl: client.ssl as ClientConfig['ssl'] } : {}),
  };
}

/** pg verifies certificates in these modes as well, but prints an eight-line warning that a later version will not. */
function withExplicitVerification(url: string): string {
  if (url.includes('uselibpqcompat=true')) return url;
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** For tools such as psql. A socket folder becomes `?host=`. */
export function formatDatabaseUrl(connection: ConnectionParameters): string {
  const login = `${encodeURIComponent(connection.user)}:${encodeURIComponent(connection.password)}`;
  const database = encodeURIComponent(connection.database);
  if (connection.host.startsWith('/')) {
    const host = encodeURIComponent(connection.host);
    // Without `&` if possible, because the printed URL is also pasted into shells.
    const port = connection.port === 5432 ? '' : `&port=${connection.port}`;
    return `postgresql://${login}@/${database}?host=${host}${port}`;
  }
  return `postgresql://${login}@${connection.host}:${connection.port}/${database}`;
}

export function toClientConfig(connection: ConnectionParameters): ClientConfig {
  return {
    ...connection,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // With this, Linux closes an idle connection whose peer is silent after 20 seconds.
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'backend',
  };
}
