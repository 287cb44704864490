import { chownSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { directLogin } from '../direct-login.ts';
import type { ClusterDirectory } from './cluster-directory.ts';

/** Over TCP the one login alone, without TLS, so on the loopback address alone. */
const rules = `local all all scram-sha-256
local replication all scram-sha-256
host postgres ${directLogin} 127.0.0.1/32 scram-sha-256
`;

/** Settings of a server that also listens on TCP. Its socket, which PostgreSQL names by the port, keeps its usual name. */
export function listenOnTcp(
  { socketFolder, account }: Pick<ClusterDirectory, 'socketFolder' | 'account'>,
  port: number,
): Record<string, string> {
  const file = join(socketFolder, 'pg_hba.conf');
  writeFileSync(file, rules, { mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
  if (port !== 5432) symlinkSync(`.s.PGSQL.${port}`, join(socketFolder, '.s.PGSQL.5432'));
  return { listen_addresses: '127.0.0.1', port: `${port}`, hba_file: file };
}
