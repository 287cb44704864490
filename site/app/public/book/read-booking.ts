// Reads bookings and free slots from the database.
import { isKnownTimeZone } from '../../booking/call-times.ts';
import { dataOrThrow } from '../../data/data-or-throw.ts';
import type { RouterContextProvider } from 'react-router';
import { serverClient, type ServerClient } from '../../data/server-client.ts';

/** The data for the holder of a link, without names. */
export interface PublicBooking {
  startsAt: string;
  endsAt: string;
  state: string;
  version: number;
  canChange: boolean;
  /** the zone of the visitor's browser, if it is known and this server knows it */
  visitorZone: string | null;
}

/** Null for an invalid link, or if the call was over a month ago. */
export async function readBooking(client: ServerClient, token: string): Promise<PublicBooking | null> {
  const [found] = dataOrThrow('the booking', await client.rpc('consultation', { token }));
  if (!found) return null;
  const { starts_at: startsAt, ends_at: endsAt, state, version, can_change: canChange } = found;
  const zone = found.visitor_zone as string | null;
  const visitorZone = zone !== null && isKnownTimeZone(zone) ? zone : null;
  return { startsAt, endsAt, state, version, canChange, visitorZone };
}

/** The slots that are offered now; with a booking's token, those to which it can be moved. They contain no names. */
export async function readFreeSlots(
  context: Readonly<RouterContextProvider>,
  token?: string,
): Promise<string[]> {
  const response = await serverClient(context).rpc(
    'consultation_slots',
    token === undefined ? {} : { token },
  );
  return dataOrThrow('the times', response).map(({ starts_at: at }) => new Date(at).toISOString());
}
