import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDatabaseUrl, createPool } from '@fairlead/backend/database';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import type { Bench } from './bench.ts';
import { startMeasuredInbox, type MeasuredInbox, type InboxTaskName } from './inbox/sizes.ts';
import { fullOrTrialAmount, runInterleaved, median } from './rounds.ts';

const sizes = [
  fullOrTrialAmount(1_000, 100),
  fullOrTrialAmount(10_000, 200),
  fullOrTrialAmount(100_000, 300),
] as const;
const often = fullOrTrialAmount(9);

/** `atMost`: the allowed ratio of times with a hundred times the leads. */
const tasks: { name: InboxTaskName; rounds: number; atMost?: number }[] = [
  { name: 'first page', rounds: often, atMost: 2 },
  { name: 'next page', rounds: often, atMost: 2 },
  { name: 'search, rare word', rounds: often, atMost: 2 },
  { name: 'search, common word', rounds: often },
  { name: 'count of a common word', rounds: often },
];

export const bench: Bench = {
  title: 'the inbox at 1,000, 10,000 and 100,000 leads with four messages each: the same reads, one run',
  needs: [],
  async run(report) {
    await using ends = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'bench-inbox-'));
    ends.defer(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o711);
    const database = await startEmbeddedServer({ dataDir: join(folder, 'data') });
    ends.defer(() => database.stop());
    const owner = createPool(database.connection, { max: 1 });
    ends.defer(() => owner.end());
    const inboxes: MeasuredInbox[] = [];
    for (const leads of sizes) {
      await owner.query(`create database inbox_${leads}`);
      const url = formatDatabaseUrl({ ...database.connection, database: `inbox_${leads}` });
      inboxes.push(ends.use(await startMeasuredInbox(leads, url)));
    }
    const [small, middle, large] = inboxes as [MeasuredInbox, MeasuredInbox, MeasuredInbox];
    for (const { name, rounds, atMost } of tasks) {
      const samples = await measureAll(inboxes, name, rounds);
      const peer = samples(small);
      report.ratio({
        name: `${name}: 10,000 leads against 1,000`,
        ours: samples(middle),
        peer,
        unit: 'ms',
      });
      const limit = atMost === undefined ? {} : { atMost };
      const row = `${name}: 100,000 leads against 1,000`;
      report.ratio({ name: row, ours: samples(large), peer, unit: 'ms', ...limit });
    }
    const exported = await measureAll(inboxes, 'export', 1);
    for (const inbox of inboxes) {
      const name = `export of ${inbox.leads.toLocaleString('en-CA')} leads, each 1,000`;
      report.ratio({
        name,
        ours: (exported(inbox) * 1000) / inbox.leads,
        peer: exported(small),
        unit: 'ms',
      });
    }
    const notices = await measureAll(inboxes, 'notice of a new lead', fullOrTrialAmount(3));
    report.figure({
      name: 'notice of a new lead, 100,000 leads',
      value: notices(large),
      unit: 'ms',
      atMost: 2000,
    });
  },
};

/** Medians by size; each task runs once before, so that no cold run is measured. */
async function measureAll(
  inboxes: readonly MeasuredInbox[],
  task: InboxTaskName,
  rounds: number,
): Promise<(inbox: MeasuredInbox) => number> {
  if (rounds > 1) for (const inbox of inboxes) await inbox.measure(task);
  const samples = await runInterleaved(
    rounds,
    Object.fromEntries(inboxes.map((inbox) => [`of ${inbox.leads}`, () => inbox.measure(task)])),
  );
  return ({ leads }) => median(samples[`of ${leads}`] ?? []);
}
