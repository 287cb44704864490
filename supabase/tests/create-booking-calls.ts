// Makes bookings as the site's server does, for their tests.
import { createOutboxCalls } from './queued-mail.ts';
import { testHeaderKey, signLeadHeader, type SignedLeadFacts, type SentLead } from './sent-lead.ts';
import type { CallerName, TestSession, TestDatabase } from './test-database.ts';

const bo = { name: 'Bo Lind', email: 'bo@lind.example', company: null, phone: null, message: null } as const;

interface Booked {
  outcome: string;
  token: string;
}

export function createBookingCalls(database: TestDatabase) {
  async function begin(): Promise<void> {
    await database.query(`
      delete from leads; delete from quarantined_leads; delete from booking_blocks; delete from private.outbox;
      delete from private.staff_notifications; delete from private.staff_mail;
      delete from server_keys; truncate agency_settings; update settings set local_mode = false;
      update booking_settings set is_open = true, notice_hours = 24, horizon_days = 28, buffer_minutes = 15`);
    await database.query(`insert into server_keys (name, value) values ('lead_header', $1)`, [testHeaderKey]);
  }

  async function rowsOf<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return database.query<Row & Record<string, unknown>>(sql, values);
  }

  /** The n-th free slot. */
  async function slot(n = 0): Promise<string> {
    const [at = ''] = await database.column<string>(
      `select starts_at::text as at from consultation_slots() offset $1 limit 1`,
      [n],
    );
    return at;
  }

  /** Books like the site's server; without facts, like any other caller. */
  async function book(
    at: string,
    given: Partial<SentLead> = {},
    facts: Partial<SignedLeadFacts> | null = {},
    session?: TestSession,
  ): Promise<Booked> {
    const lead = { ...bo, ...given };
    const header =
      facts && signLeadHeader({ ...lead, service_id: null }, { form: 'booking', path: '/book', ...facts });
    return database.callValue<Booked>(
      'visitor',
      `select book_consultation($1, $2, 'America/Vancouver') as result`,
      [at, lead],
      { headers: header ? { 'x-lead-facts': header } : {}, ...(session && { session }) },
    );
  }

  /** One value from a function, called as this caller. */
  async function call<Value>(caller: CallerName, sql: string, values: unknown[] = []): Promise<Value> {
    return database.callValue<Value>(caller, `select ${sql} as value`, values);
  }

  return { begin, rowsOf, slot, book, call, claim: createOutboxCalls(database).claim };
}
