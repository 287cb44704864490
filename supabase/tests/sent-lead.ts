// Sends a lead like the site's server: its columns, and one signed header. Written from the specification without the
// site's code, so that each tests the other; except the hash, which lead-content.test.ts compares.
import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import { hashLeadContent, type LeadInsert } from '../../site/app/lead/hash-lead-content.server.ts';
import { insertRow, type CallerName, type TestDatabase } from './test-database.ts';

export const testHeaderKey = 'k'.repeat(64);

/** Stores the key for the tests of the calling file. */
export function storeTestHeaderKey(database: TestDatabase): void {
  beforeAll(async () => {
    await database.query(`insert into server_keys (name, value) values ('lead_header', $1)`, [testHeaderKey]);
  });
}

export type SentLead = Partial<LeadInsert>;

export const sampleLead: SentLead = {
  name: 'Ana Roy',
  email: 'ana@roy.example',
  message: 'Bonjour, é',
};

export const spamLead: SentLead = {
  ...sampleLead,
  message: 'Buy <a href="https://a.example">this</a> https://b.example https://c.example https://d.example',
};

export interface SignedLeadFacts {
  form: 'lead' | 'booking' | 'answer';
  key: string | null;
  path: string;
  score: number;
  reasons: string[];
  address: string | null;
  content: string;
  source: unknown;
  consent: unknown;
}

export function signLeadHeader(
  lead: SentLead,
  facts: Partial<SignedLeadFacts> = {},
  key = testHeaderKey,
): string {
  const whole: SignedLeadFacts = {
    form: 'lead',
    key: randomUUID(),
    path: '/contact',
    score: 0,
    reasons: [],
    address: 'a'.repeat(32),
    content: hashLeadContent(lead),
    source: null,
    consent: null,
    ...facts,
  };
  const payload = Buffer.from(JSON.stringify(whole)).toString('base64');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('hex')}`;
}

export interface StoredTestLeads {
  leads: Record<string, unknown>[];
  quarantined: Record<string, unknown>[];
}

/** Sends a lead with its signed header; rolls back. */
export function sendSignedLead(
  database: TestDatabase,
  lead: SentLead,
  facts: Partial<SignedLeadFacts> = {},
  options: { before?: string } = {},
): Promise<StoredTestLeads> {
  return sendLeads(database, [{ lead, header: signLeadHeader(lead, facts) }], options);
}

/** Sends each lead in a separate statement (`from`: headers with the sender's address); rolls back. */
export function sendLeads(
  database: TestDatabase,
  sendings: readonly { lead: SentLead; header?: string | null; from?: Record<string, string> }[],
  { before = '', caller = 'visitor' }: { before?: string; caller?: CallerName } = {},
): Promise<StoredTestLeads> {
  return database.as(
    caller,
    async (session) => {
      for (const { lead, header, from } of sendings) {
        const headers = { ...from, ...(header ? { 'x-lead-facts': header } : {}) };
        await session.query(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)]);
        await insertRow(session, 'public.leads', lead);
      }
      await session.query(`reset role; select set_config('leads.sent', '0', true)`);
      const leads = await session.query<Record<string, unknown>>('select * from public.leads');
      const quarantined = await session.query<Record<string, unknown>>(
        'select * from public.quarantined_leads',
      );
      return { leads, quarantined };
    },
    { before },
  );
}
