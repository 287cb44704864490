// Requests of the bookings screen, with the days of its week.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import { timestampOfWallClock } from '../screen/zoned-time.ts';

export const bookingsQueryName = 'bookings';

const callColumns =
  'id, starts_at, ends_at, state, visitor_zone, lead:leads(id, name, email, phone, company, message)';

async function readWeek(from: string, until: string) {
  const client = browserClient();
  const [calls, blocks] = await Promise.all([
    client
      .from('bookings')
      .select(callColumns)
      .gte('starts_at', from)
      .lt('starts_at', until)
      .order('starts_at')
      .order('id')
      .throwOnError(),
    client
      .from('booking_blocks')
      .select('id, starts_at, ends_at, reason')
      .lt('starts_at', until)
      .gt('ends_at', from)
      .order('starts_at')
      .throwOnError(),
  ]);
  return { calls: calls.data, blocks: blocks.data, readAt: new Date().toISOString() };
}

export type BookingWeek = Awaited<ReturnType<typeof readWeek>>;
export type BookingRow = BookingWeek['calls'][number];
export type BlockedTimeRow = BookingWeek['blocks'][number];

/**
 * The bookings of `monday` and the next six days in the agency's zone. Without live events, they are read each minute.
 */
export function useBookingWeek(monday: string, timeZone: string, isLive: boolean) {
  const [from, until] = [monday, addDays(monday, 7)].map((day) =>
    timestampOfWallClock({ day, time: '00:00' }, timeZone),
  );
  return useQuery({
    queryKey: [bookingsQueryName, 'week', from],
    queryFn: () => readWeek(from ?? '', until ?? ''),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? false : 60_000,
  });
}

const mostEnded = 20;

async function readEndedCalls() {
  const readAt = new Date().toISOString();
  const { data, count } = await browserClient()
    .from('bookings')
    .select(callColumns, { count: 'exact' })
    .eq('state', 'booked')
    .lt('ends_at', readAt)
    .order('starts_at')
    .order('id')
    .limit(mostEnded)
    .throwOnError();
  return { calls: data, count: count ?? data.length, readAt };
}

/**
 * Calls that are over and have no outcome yet, the oldest first. Read each minute, because no event is sent when a
 * call ends.
 */
export function useEndedCalls() {
  return useQuery({
    queryKey: [bookingsQueryName, 'ended'],
    queryFn: readEndedCalls,
    refetchInterval: 60_000,
  });
}

/** Free slots to which this booking can be moved, or for a new one. */
export function useFreeSlots(moved?: Pick<BookingRow, 'id' | 'starts_at'>) {
  return useQuery({
    queryKey: [bookingsQueryName, 'free', moved?.id, moved?.starts_at],
    queryFn: async () => {
      const data = await callDatabaseFunction(
        'free_slots_for',
        moved === undefined ? {} : { booking: moved.id },
      );
      return data.map(({ starts_at: at }) => at).filter((at) => at !== moved?.starts_at);
    },
  });
}

/** The booking rules, and whether visitors can book now: until an owner decides, only in local mode. */
export function useBookingRules() {
  return useQuery({
    queryKey: [bookingsQueryName, 'rules'],
    queryFn: async () => {
      const client = browserClient();
      const [rules, open] = await Promise.all([
        client
          .from('booking_settings')
          .select('notice_hours, horizon_days, buffer_minutes')
          .single()
          .throwOnError(),
        client.rpc('booking_is_open').throwOnError(),
      ]);
      return { ...rules.data, is_open: open.data };
    },
  });
}

export type BookingRules = NonNullable<ReturnType<typeof useBookingRules>['data']>;

export async function saveBookingRules(rules: Partial<BookingRules>): Promise<void> {
  await browserClient().from('booking_settings').update(rules).eq('id', true).throwOnError();
}

const dayMs = 86_400_000;

/** `day` and the results are YYYY-MM-DD: calendar days, without a time zone. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** The Monday of the week that contains `day`. */
function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
}

/** The Monday in the URL if it is valid, else that of the week of `today`. */
export function parseWeekMonday(given: string | null, today: string): string {
  const isDay =
    given !== null && /^20\d\d-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(`${given}T00:00Z`));
  return mondayOf(isDay ? given : today);
}

/** Monday to Sunday. */
export function datesOfWeek(monday: string): string[] {
  return [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(monday, count));
}
