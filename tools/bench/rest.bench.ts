import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDatabaseUrl } from '@fairlead/backend/database';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import type { Bench } from './bench.ts';
import { loadServer, type LoadOptions } from './load.ts';
import type { BenchReport } from './report.ts';
import { startContestant, type Contestant } from './rest/contestant.ts';
import { embedQuery, librarySql, listQuery, readQuery } from './rest/library-sql.ts';
import { fullOrTrialAmount, runInterleaved, median } from './rounds.ts';

const rounds = fullOrTrialAmount(5);
const seconds = fullOrTrialAmount(2);
const account = JSON.stringify({ email: 'bench@example.com', password: 'correct horse battery 7' });

interface Task {
  name: string;
  path: string;
  body?: string;
  /** Concurrent requests; 16 by default. */
  connections?: number;
  atLeast?: number;
}

const againstLite: Task[] = [
  { name: 'read 20 rows', path: `/rest/v1/books?${readQuery}`, atLeast: 10 },
  { name: 'read 20 rows with an embed', path: `/rest/v1/books?${embedQuery}` },
  { name: 'insert a row', path: '/rest/v1/notes', body: '{"name":"Ann","message":"hello"}' },
  // Few connections: each request costs a password hash, and the peer's requests would time out.
  { name: 'sign in', path: '/auth/v1/token?grant_type=password', body: account, connections: 4 },
];

export const bench: Bench = {
  title:
    'our protocol against @supabase/lite (PGlite, same data), a bare node:http + pg handler, and itself without counting read rows',
  needs: ['wrk', 'packages'],
  async run(report) {
    await using ends = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'bench-rest-'));
    ends.defer(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o711);
    await mkdir(join(folder, 'supabase', 'migrations'), { recursive: true });
    await writeFile(join(folder, 'supabase', 'migrations', '20260101000000_library.sql'), librarySql);
    const database = await startEmbeddedServer({ dataDir: join(folder, 'data') });
    ends.defer(() => database.stop());
    const options = { databaseUrl: formatDatabaseUrl(database.connection), workdir: folder };
    await using ours = await startContestant('ours', options);
    await using bare = await startContestant('bare', options);
    await using lite = await startContestant('lite');
    for (const each of [ours, lite]) await signUp(each);
    for (const task of againstLite) await compare(report, task, ours, 'lite', lite);
    const read = { name: 'read 20 rows, bare handler', path: `/rest/v1/books?${readQuery}`, atLeast: 0.6 };
    await compare(report, read, ours, 'bare', bare);
    const countedTables = ['public.books', 'public.authors'];
    await using counting = await startContestant('ours', { ...options, countedTables });
    const list = { name: 'read 50 rows with an embed, rows counted', path: `/rest/v1/books?${listQuery}` };
    await compare(report, { ...list, atLeast: 0.95 }, counting, 'uncounted', ours);
  },
};

async function compare(
  report: BenchReport,
  task: Task,
  ours: Contestant,
  peerName: string,
  peer: Contestant,
): Promise<void> {
  const samples = await runInterleaved(rounds, {
    ours: () => measureRate(ours, task),
    [peerName]: () => measureRate(peer, task),
  });
  report.ratio({
    name: task.name,
    ours: median(samples['ours'] ?? []),
    peer: median(samples[peerName] ?? []),
    unit: '/s',
    ...(task.atLeast === undefined ? {} : { atLeast: task.atLeast }),
  });
}

async function measureRate(
  { url, pid, key }: Contestant,
  { path, body, connections = 16 }: Task,
): Promise<number> {
  const load: LoadOptions = { seconds, connections, headers: { apikey: key }, ...(body ? { body } : {}) };
  return (await loadServer({ url: url + path, pid }, load)).perSecond;
}

async function signUp({ url, key }: Contestant): Promise<void> {
  const headers = { apikey: key, 'content-type': 'application/json' };
  const response = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body: account });
  if (!response.ok) throw new Error(`sign-up at ${url}: ${response.status} ${await response.text()}`);
}
