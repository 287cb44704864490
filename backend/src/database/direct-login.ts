// The login that programs of this machine use to open the embedded database.
import { createHmac } from 'node:crypto';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { ConnectionParameters } from './connection-parameters.ts';
import { withClient } from './database-client.ts';
import { chownSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterLocation } from './embedded/cluster-location.ts';

/** For programs that speak PostgreSQL's protocol: psql, pg_dump, Drizzle, Prisma, the Supabase CLI. */
const directLogin = 'direct';

/** Its password is derived from the owner's, so that it stays the same and is stored nowhere. */
export function directConnectionParameters(owner: ConnectionParameters, port: number): ConnectionParameters {
  const password = createHmac('sha256', owner.password).update('login of direct').digest('base64url');
  return { host: '127.0.0.1', port, user: directLogin, password, database: owner.database };
}

/**
 * For an embedded database, after its migrations: the login may read everything and write the rows of schema public,
 * past row level security. It may create no object, not even a temporary one: functions of the owner, a superuser,
 * would use a type or table of a session's temporary schema in place of their own. Each session is recorded.
 */
export async function allowDirectLogin(owner: ConnectionParameters): Promise<void> {
  const { password } = directConnectionParameters(owner, 0);
  const database = escapeIdentifier(owner.database);
  await withClient(owner, (client) =>
    client.query(`
      do $$
      begin
        if to_regrole('${directLogin}') is null then
          create role ${directLogin};
        end if;
      end $$;
      alter role ${directLogin} nosuperuser nocreatedb nocreaterole noreplication inherit bypassrls login
        connection limit 20 password ${escapeLiteral(password)};
      revoke temporary on database ${database} from public;
      grant temporary on database ${database} to anon, authenticated, service_role;
      grant pg_read_all_data, pg_read_all_stats to ${directLogin};
      grant insert, update, delete on all tables in schema public to ${directLogin};
      grant usage on all sequences in schema public to ${directLogin};
      drop event trigger if exists note_direct_session;
      do $$
      begin
        -- A restored database may be of a version without it.
        if to_regprocedure('backend.note_direct_session()') is not null then
          create event trigger note_direct_session on login execute function backend.note_direct_session();
          alter event trigger note_direct_session enable always;
        end if;
      end $$;`),
  );
}

/** Over TCP only this login is allowed, without TLS and so only on the loopback address. */
const rules = `local all all scram-sha-256
local replication all scram-sha-256
host postgres ${directLogin} 127.0.0.1/32 scram-sha-256
`;

/** Settings of a server that also listens on TCP. Its socket, which is named after the port, keeps its usual name. */
export function prepareTcpListenSettings(
  { socketFolder, account }: Pick<ClusterLocation, 'socketFolder' | 'account'>,
  port: number,
): Record<string, string> {
  const file = join(socketFolder, 'pg_hba.conf');
  writeFileSync(file, rules, { mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
  if (port !== 5432) symlinkSync(`.s.PGSQL.${port}`, join(socketFolder, '.s.PGSQL.5432'));
  return { listen_addresses: '127.0.0.1', port: `${port}`, hba_file: file };
}
