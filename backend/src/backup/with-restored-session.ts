// Opens sessions in a cluster that is being restored.
import { Client } from 'pg';
import { toClientConfig, type ConnectionParameters } from '../database/connection-parameters.ts';

/** What our queries rely on; set at the login, because a query to set it could run functions of the archive. */
const settings =
  '-c jit=off -c datestyle=ISO -c timezone=UTC -c standard_conforming_strings=on -c statement_timeout=0 -c idle_session_timeout=0';

/** The session runs no query of its own. `isStandby`: whether PostgreSQL still replays the WAL. */
export async function withRestoredSession<Result>(
  connection: ConnectionParameters,
  work: (client: Client, isStandby: boolean) => Promise<Result>,
): Promise<Result> {
  const options = `${connection.options ?? ''} ${settings}`;
  const client = new Client(toClientConfig({ ...connection, options }));
  client.on('error', () => {});
  let isStandby = false;
  client.connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
    if (status.parameterName === 'in_hot_standby') isStandby = status.parameterValue === 'on';
  });
  await client.connect();
  try {
    return await work(client, isStandby);
  } finally {
    await client.end().catch(() => {});
  }
}
