// The process of one inbox: a backend, and the screen's own reads through the real client. The parent sends the name of
// a task and receives its milliseconds.
import { createBackend } from '@fairlead/backend';
import { parseDatabaseUrl, createPool } from '@fairlead/backend/database';
import { startHttpServer } from '@fairlead/backend/http';
import { generateKeys } from '@fairlead/backend/tokens';
import { projectRoot } from '../../../server/project-root.ts';
import { openBrowserClient } from '../../../site/app/data/browser-client.ts';
import type { KeysetCursor } from '../../../site/app/data/keyset-cursor.ts';
import {
  readLeadExportPage,
  loadLeadCsvFormatter,
} from '../../../site/app/dashboard/inbox/bulk/read-lead-export-page.ts';
import { emptyLeadFilter } from '../../../site/app/dashboard/inbox/lead-filter.ts';
import { readLeadsPage } from '../../../site/app/dashboard/inbox/read-leads-page.ts';
import { commonWord, fillInbox, rareWord } from './fill.ts';
import type { InboxTaskName } from './sizes.ts';

const connection = parseDatabaseUrl(process.env['BENCH_DATABASE_URL'] ?? '');
const keys = generateKeys();
const http = await startHttpServer({ host: '127.0.0.1', port: 0 });
const limits = { perMinute: 1_000_000 };
const backend = createBackend({ connection, workdir: projectRoot, publicUrl: http.url, keys, limits });
await backend.migrate();
await backend.listening;
http.serve(backend);
const pool = createPool(connection, { max: 1 });
await fillInbox(pool, Number(process.env['BENCH_LEADS']));
await pool.end();

const client = await openBrowserClient({
  url: http.url,
  publishableKey: keys.publishableKey,
  strictPasswords: true,
});
const { error } = await client.auth.signUp({
  email: 'bench@fairlead.example',
  password: 'a long enough phrase',
});
if (error) throw error;

const everything = emptyLeadFilter;
const rare = { ...everything, term: rareWord };
const common = { ...everything, term: commonWord };
const { next } = await readLeadsPage(everything, null);

async function exportAll(): Promise<void> {
  const csv = await loadLeadCsvFormatter('America/Toronto');
  const parts = [new Blob([csv.heading()])];
  let after: KeysetCursor | null = null;
  do {
    const page: Awaited<ReturnType<typeof readLeadExportPage>> = await readLeadExportPage(
      everything,
      after,
      new AbortController().signal,
    );
    parts.push(new Blob([csv.rows(page.rows)]));
    after = page.next;
  } while (after);
}

async function awaitNotice(): Promise<void> {
  await client.realtime.setAuth();
  const notified = Promise.withResolvers<void>();
  const joined = Promise.withResolvers<void>();
  const channel = client.channel('inbox', { config: { private: true } });
  channel
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'leads' }, () => notified.resolve())
    .on('system', {}, ({ status }: { status: string }) => status === 'ok' && joined.resolve())
    .subscribe();
  await joined.promise;
  const began = performance.now();
  await client.from('leads').insert({ name: 'Just now', email: 'now@roy.example' }).throwOnError();
  await notified.promise;
  process.send?.(performance.now() - began);
  await client.removeChannel(channel);
}

const tasks: Record<InboxTaskName, () => Promise<unknown>> = {
  'first page': () => readLeadsPage(everything, null),
  'next page': () => readLeadsPage(everything, next),
  'search, rare word': () => readLeadsPage(rare, null),
  'search, common word': () => readLeadsPage(common, null),
  'count of a common word': async () => client.rpc('count_leads', { term: commonWord }).throwOnError(),
  export: exportAll,
  'notice of a new lead': awaitNotice,
};

process.on('message', (name: InboxTaskName) => void measure(name));
process.send?.('ready');

async function measure(name: InboxTaskName): Promise<void> {
  const began = performance.now();
  await tasks[name]();
  if (name !== 'notice of a new lead') process.send?.(performance.now() - began);
}
