import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, formatDatabaseUrl } from '@fairlead/backend/database';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import { projectRoot } from '../../server/project-root.ts';
import type { Bench } from './bench.ts';
import { fillInbox } from './inbox/fill.ts';
import { loadServer } from './load.ts';
import { startContestant, type Contestant } from './rest/contestant.ts';
import { fullOrTrialAmount, runInterleaved, median } from './rounds.ts';

const sizes = [fullOrTrialAmount(1_000, 100), fullOrTrialAmount(100_000, 200)];
const rounds = fullOrTrialAmount(5);
const seconds = fullOrTrialAmount(2);

const newest = 'order=created_at.desc,id.desc';
const lists = [
  ['20 rows', `select=*&${newest}&limit=20`],
  ['1,000 rows', `select=*&${newest}&limit=1000`],
  ['50 rows with their messages', `select=id,name,status,lead_messages(id,message)&${newest}&limit=50`],
] as const;

export const bench: Bench = {
  title: 'lists of leads with and without counting the rows that are read, with the secret key',
  needs: ['wrk'],
  async run(report) {
    await using ends = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'bench-counting-'));
    ends.defer(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o711);
    const database = await startEmbeddedServer({ dataDir: join(folder, 'data') });
    ends.defer(() => database.stop());
    const owner = createPool(database.connection, { max: 1 });
    ends.defer(() => owner.end());
    for (const leads of sizes) {
      await owner.query(`create database leads_${leads}`);
      const connection = { ...database.connection, database: `leads_${leads}` };
      const options = { databaseUrl: formatDatabaseUrl(connection), workdir: projectRoot };
      const plain = ends.use(await startContestant('ours', options));
      const countedTables = ['public.leads', 'public.lead_messages'];
      const counting = ends.use(await startContestant('ours', { ...options, countedTables }));
      const pool = createPool(connection, { max: 1 });
      await fillInbox(pool, leads);
      await pool.end();
      for (const [name, query] of lists) {
        const samples = await runInterleaved(rounds, {
          counting: () => measureRate(counting, query),
          plain: () => measureRate(plain, query),
        });
        report.ratio({
          name: `${name} of ${leads.toLocaleString('en-CA')} leads`,
          ours: median(samples['counting'] ?? []),
          peer: median(samples['plain'] ?? []),
          unit: '/s',
          atLeast: 0.95,
        });
      }
    }
  },
};

async function measureRate({ url, pid, secretKey }: Contestant, query: string): Promise<number> {
  const load = { seconds, connections: 4, headers: { apikey: secretKey } };
  return (await loadServer({ url: `${url}/rest/v1/leads?${query}`, pid }, load)).perSecond;
}
