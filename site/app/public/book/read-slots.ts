import type { RouterContextProvider } from 'react-router';
import { readOrThrow } from '../../data/read-or-throw.ts';
import { serverClient } from '../../data/server-client.ts';

/** The times that are offered now, with a booking's token also those beside it. They name nobody. */
export async function readSlots(context: Readonly<RouterContextProvider>, token?: string): Promise<string[]> {
  const response = await serverClient(context).rpc(
    'consultation_slots',
    token === undefined ? {} : { token },
  );
  return readOrThrow('the times', response).map(({ starts_at: at }) => new Date(at).toISOString());
}
