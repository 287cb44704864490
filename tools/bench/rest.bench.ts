import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDatabaseUrl } from '@fairlead/backend/database';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import type { Bench } from './bench.ts';
import { loadServer } from './load.ts';
import type { BenchReport } from './report.ts';
import { startContestant, type Contestant } from './rest/contestant.ts';
import { librarySql, readQuery } from './rest/library-sql.ts';
import { fullOrTrialAmount, runInterleaved, median } from './rounds.ts';

const rounds = fullOrTrialAmount(5);
const seconds = fullOrTrialAmount(2);

interface Task {
  name: string;
  path: string;
  atLeast: number;
}

export const bench: Bench = {
  title: 'our protocol against a bare node:http + pg handler',
  needs: ['wrk'],
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
    const read = { name: 'read 20 rows, bare handler', path: `/rest/v1/books?${readQuery}`, atLeast: 0.6 };
    await compare(report, read, ours, 'bare', bare);
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
    atLeast: task.atLeast,
  });
}

async function measureRate({ url, pid, key }: Contestant, { path }: Task): Promise<number> {
  const load = { seconds, connections: 16, headers: { apikey: key } };
  return (await loadServer({ url: url + path, pid }, load)).perSecond;
}
