// As the site's server sends it: six columns, and one signed header. Written from the contract, not with the site's
// code, so that each tests the other; but for the hash, which lead-content.test.ts compares.
import { createHmac, randomUUID } from 'node:crypto';
import { hashLeadContent } from '../../site/app/lead/lead-content.server.ts';
import type { CallerName, TestDatabase } from './test-database.ts';

export const headerKey = 'k'.repeat(64);

export interface Lead {
  name: string;
  email: string;
  company: string | null;
  phone: string | null;
  message: string | null;
  service_id: string | null;
}

export const ana: Lead = {
  name: 'Ana Roy',
  email: 'ana@roy.example',
  company: null,
  phone: null,
  message: 'Bonjour, é',
  service_id: null,
};

export interface Facts {
  key: string | null;
  path: string;
  score: number;
  reasons: string[];
  address: string | null;
  content: string;
}

export function headerOf(lead: Lead, facts: Partial<Facts> = {}, key = headerKey): string {
  const whole: Facts = {
    key: randomUUID(),
    path: '/contact',
    score: 0,
    reasons: [],
    address: 'a'.repeat(32),
    content: hashLeadContent(lead),
    ...facts,
  };
  const payload = Buffer.from(JSON.stringify(whole)).toString('base64');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('hex')}`;
}

export interface Kept {
  leads: Record<string, unknown>[];
  quarantined: Record<string, unknown>[];
}

/** Each lead in a statement of its own (`from`: headers that name the sender's address); rolls back. */
export function sendAll(
  database: TestDatabase,
  sendings: readonly { lead: Lead; header?: string | null; from?: Record<string, string> }[],
  { before = '', caller = 'visitor' }: { before?: string; caller?: CallerName } = {},
): Promise<Kept> {
  return database.as(
    caller,
    async (session) => {
      for (const { lead, header, from } of sendings) {
        const headers = { ...from, ...(header ? { 'x-lead-facts': header } : {}) };
        await session.query(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)]);
        await session.query(
          `insert into public.leads (name, email, company, phone, message, service_id) values ($1, $2, $3, $4, $5, $6)`,
          [lead.name, lead.email, lead.company, lead.phone, lead.message, lead.service_id],
        );
      }
      await session.query(`reset role; select set_config('leads.sent', '0', true)`);
      const { rows: leads } = await session.query<Record<string, unknown>>('select * from public.leads');
      const { rows: quarantined } = await session.query<Record<string, unknown>>(
        'select * from public.quarantined_leads',
      );
      return { leads, quarantined };
    },
    { before },
  );
}
