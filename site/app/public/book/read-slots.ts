import type { RouterContextProvider } from 'react-router';
import { serverClient } from '../../data/server-client.ts';

/** The times that are offered now, with a booking's token also those beside it. They name nobody. */
export async function readSlots(context: Readonly<RouterContextProvider>, token?: string): Promise<string[]> {
  const { data } = await serverClient(context)
    .rpc('consultation_slots', token === undefined ? {} : { token })
    .throwOnError();
  return data.map(({ starts_at: at }) => new Date(at).toISOString());
}
