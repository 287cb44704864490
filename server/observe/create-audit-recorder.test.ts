import { createClient } from '@supabase/supabase-js';
import type { RowsRead } from '@fairlead/backend';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../site/app/data/database-types.ts';
import { createAuditRecorder } from './create-audit-recorder.ts';

const account = '00000000-0000-4000-8000-0000000000a3';

/** A client whose requests end here, in order, with these statuses; later ones succeed. */
function recordRequests(...statuses: number[]) {
  const bodies: unknown[] = [];
  const client = createClient<Database>('http://backend.example', 'sb_secret_x', {
    global: {
      fetch: async (_url, init) => {
        bodies.push(JSON.parse(init?.body as string));
        return new Response(null, { status: statuses.shift() ?? 204 });
      },
    },
  });
  return { client, bodies };
}

const read = (rows: Record<string, number>, more: Partial<RowsRead> = {}): RowsRead => ({
  account,
  role: 'authenticated',
  address: '203.0.113.7',
  rows: new Map(Object.entries(rows)),
  ...more,
});

test('B-266 rows are summed for each account, table and hour, and handed over at the end', async () => {
  const { client, bodies } = recordRequests();
  const { noteRead, settle } = createAuditRecorder(client);
  noteRead(read({ 'public.leads': 51, 'public.lead_messages': 3 }));
  noteRead(read({ 'public.leads': 51, 'auth.users': 1 }));
  noteRead(read({ 'public.leads': 7 }, { account: null, role: 'service_role' }));
  // A token that the agency made itself may name anything.
  noteRead(read({ 'public.leads': 2 }, { account: 'robot' }));
  await settle();
  const hour = expect.stringMatching(/^20..-..-..T..:00:00.000Z$/) as string;
  const address = '203.0.113.7';
  expect(bodies).toEqual([
    {
      reads: [
        { account, hour, relation: 'leads', rows: 102, address },
        { account, hour, relation: 'lead_messages', rows: 3, address },
        { account, hour, relation: 'auth.users', rows: 1, address },
        { account: null, hour, relation: 'leads', rows: 9, address },
      ],
    },
  ]);
});

test('B-266 the own jobs of the server and visitors are not counted; the site reading for an account is', async () => {
  const { client, bodies } = recordRequests();
  const { noteRead, settle } = createAuditRecorder(client);
  noteRead(read({ 'public.leads': 5 }, { account: null, role: 'service_role', address: undefined }));
  noteRead(read({ 'public.leads': 5 }, { account: null, role: 'anon' }));
  noteRead(read({ 'private.mail_parts': 1 }, { address: undefined }));
  await settle();
  expect(bodies).toMatchObject([
    { reads: [{ account, relation: 'private.mail_parts', rows: 1, address: null }] },
  ]);
});

test('B-266 many rows are handed over at once; what could not be written is handed over again', async () => {
  const { client, bodies } = recordRequests(503);
  const { noteRead, settle } = createAuditRecorder(client);
  noteRead(read({ 'public.leads': 1000 }));
  await expect.poll(() => bodies).toHaveLength(1);
  await settle();
  expect(bodies.map((body) => (body as { reads: { rows: number }[] }).reads.map(({ rows }) => rows))).toEqual(
    [[1000], [1000]],
  );
});

test('B-266 after a failure only the job tries again, and the entries kept until then are limited', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { client, bodies } = recordRequests(503, 503);
  const { noteRead, writeReads, settle } = createAuditRecorder(client);
  noteRead(read({ 'public.leads': 1000 }));
  await expect.poll(() => bodies).toHaveLength(1);
  await new Promise(setImmediate);
  for (let hour = 0; hour < 12_000; hour += 1) {
    vi.setSystemTime(Date.now() + 3_600_000);
    noteRead(read({ 'public.leads': 1000 }));
  }
  await new Promise(setImmediate);
  expect(bodies).toHaveLength(1);
  await writeReads();
  expect(bodies).toHaveLength(2);
  await settle();
  const { reads } = bodies[2] as { reads: { rows: number }[] };
  expect(reads.length).toBeLessThan(10_010);
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBe(12_001_000);
});
