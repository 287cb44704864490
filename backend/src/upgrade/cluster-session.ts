import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { clientConfig } from '../database/connection.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import { DatabaseClient } from '../database/database-client.ts';
import type { ClusterDirectory } from '../database/embedded/cluster-directory.ts';
import { endPostmaster } from '../database/embedded/end-postmaster.ts';
import { initialise } from '../database/embedded/initialise.ts';
import { embeddedConnection, startPostmaster } from '../database/embedded/postmaster.ts';

export interface ClusterSession {
  connection: DatabaseConnection;
  client: Client;
  end(): Promise<void>;
}

/** Starts a cluster beside others of the same folder, with a socket of its own; makes it where it is missing. */
export async function openClusterSession(
  directory: ClusterDirectory,
  settings: Record<string, string>,
): Promise<ClusterSession> {
  const socketFolder = mkdtempSync(join(tmpdir(), 'fairlead-'));
  const { account } = directory;
  if (account) chownSync(socketFolder, account.uid, account.gid);
  const own = { ...directory, socketFolder };
  const removeSocket = (): void => rmSync(socketFolder, { recursive: true, force: true });
  try {
    await initialise(own, false);
    const child = await startPostmaster(own, settings, { log: () => {} });
    const connection = embeddedConnection(own);
    const client = new DatabaseClient(clientConfig(connection));
    const end = async (): Promise<void> => {
      await client.end().catch(() => {});
      await endPostmaster(child);
      removeSocket();
    };
    try {
      await client.connect();
      // As it was written, whatever the settings of a role say.
      await client.query(
        `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
         set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
         set extra_float_digits = 1; set bytea_output = 'hex'; set client_min_messages = warning`,
      );
      return { connection, client, end };
    } catch (error) {
      await end();
      throw error;
    }
  } catch (error) {
    removeSocket();
    throw error;
  }
}
