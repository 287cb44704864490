// Calls a database function as the signed-in account.
import { browserClient } from './browser-client.ts';
import type { Database } from './database-types.ts';

type Functions = Database['public']['Functions'];

/** The result of a database function; rejects with its error. */
export async function callDatabaseFunction<Name extends keyof Functions>(
  name: Name,
  ...args: [Functions[Name]['Args']] extends [never] ? [] : [Functions[Name]['Args']]
): Promise<Functions[Name]['Returns']> {
  const { data } = await browserClient()
    .rpc(name, ...args)
    .throwOnError();
  return data;
}
