// What the pages of a consultation read from the database.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../data/database-types.ts';
import { readOrThrow } from '../../data/read-or-throw.ts';
import type { RouterContextProvider } from 'react-router';
import { serverClient } from '../../data/server-client.ts';

/** What the holder of a link sees; it names nobody. */
export interface BookingView {
  startsAt: string;
  endsAt: string;
  state: string;
  version: number;
  canChange: boolean;
}

/** Null for a link that is not ours, or of a call that is over for a month. */
export async function readBooking(
  client: SupabaseClient<Database>,
  token: string,
): Promise<BookingView | null> {
  const [found] = readOrThrow('the booking', await client.rpc('consultation', { token }));
  if (!found) return null;
  const { starts_at: startsAt, ends_at: endsAt, state, version, can_change: canChange } = found;
  return { startsAt, endsAt, state, version, canChange };
}

/** The times that are offered now, with a booking's token also those beside it. They contain no names. */
export async function readFreeSlots(
  context: Readonly<RouterContextProvider>,
  token?: string,
): Promise<string[]> {
  const response = await serverClient(context).rpc(
    'consultation_slots',
    token === undefined ? {} : { token },
  );
  return readOrThrow('the times', response).map(({ starts_at: at }) => new Date(at).toISOString());
}
