import { rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import { backupNameAt, parseBackupTime } from '../../server/backup/backup-retention.ts';
import { startProduct } from '../../e2e/product/product.ts';
import { findArchives } from './backup/find-archives.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { withDatabase } from './backup/inventory.ts';
import { drillPassphrase, printIndented, runCommand, formatSecondsSince } from './backup/run-command.ts';

export const title =
  'a restore reaches each of some seconds while leads came in and a backup was being made, and the newest state after kill -9';

const leadEveryMs = 500;

interface Sent {
  name: string;
  /** When it was acknowledged. */
  at: number;
}

/** The disk failure is simulated by kill -9; the archive may lack the last 60 s, but nothing before. */
export default async function drill(
  [minutes = '2']: readonly string[],
  { folder }: DrillCall,
): Promise<void> {
  const original = join(folder, 'original');
  const backups = join(folder, 'backups');
  const environment = { BACKUP_TO: backups, BACKUP_PASSPHRASE: drillPassphrase };
  const product = await startProduct(environment, original);
  const backUp = () => runCommand(['backup'], { ...environment, DATA_DIR: original, TMPDIR: folder });
  await backUp();
  // Dated to the night before, because BACKUP_KEEP keeps only one of a day.
  const [first = ''] = findArchives(backups);
  await rename(first, join(dirname(first), backupNameAt(new Date(Date.now() - 86_400_000))));
  const sent: Sent[] = [];
  const durationMs = Number(minutes) * 60_000;
  const begun = performance.now();
  let second: Promise<string> | undefined;
  while (performance.now() - begun < durationMs) {
    if (performance.now() - begun > durationMs / 2) second ??= backUp();
    const name = `Lead ${sent.length + 1}`;
    await product.admin.from('leads').insert({ name, email: 'ana@roy.example' }).throwOnError();
    sent.push({ name, at: Date.now() });
    await wait(leadEveryMs);
  }
  await second;
  const killedAt = Date.now();
  product.process.kill('SIGKILL');
  printIndented(`${sent.length} leads acknowledged, then kill -9`);

  const { leads: newest } = await restoreLeads(join(folder, 'newest'), backups);
  const lost = sent.filter(({ name }) => !newest.has(name));
  const lostMs = lost.length === 0 ? 0 : killedAt - (lost[0]?.at ?? 0);
  printIndented(
    `newest: ${newest.size} leads; lost with the disk: ${lost.length}, of the last ${Math.round(lostMs / 1000)} s`,
  );
  if (lostMs > 60_000) throw new Error('more than 60 seconds were lost');
  // Also times during the second backup: the restore tries it first, and then the one before, which reaches them.
  const during = parseBackupTime(basename(findArchives(backups)[0] ?? '')) ?? 0;
  const times = [0.2, 0.6].map((share) => sent[Math.floor(sent.length * share)]?.at ?? 0);
  for (const at of [...times, during, during + 700]) {
    const started = performance.now();
    const { leads, output } = await restoreLeads(join(folder, `at-${at}`), backups, new Date(at));
    const isByOlder = output.includes('trying an older one');
    if (!isByOlder && [during, during + 700].includes(at))
      throw new Error(`${new Date(at).toISOString()}: not by the backup before:\n${output}`);
    const expected = sent.filter((lead) => lead.at <= at).map(({ name }) => name);
    const missing = expected.filter((name) => !leads.has(name));
    const early = sent.filter((lead) => lead.at > at + leadEveryMs && leads.has(lead.name));
    if (missing.length > 0 || early.length > 0)
      throw new Error(`${new Date(at).toISOString()}: ${missing.length} missing, ${early.length} too early`);
    printIndented(
      `${new Date(at).toISOString()}${isByOlder ? ', by the backup before' : ''}: the ${expected.length} leads of then, in ${formatSecondsSince(started)}`,
    );
  }
}

async function restoreLeads(
  dataDir: string,
  backups: string,
  at?: Date,
): Promise<{ leads: Set<string>; output: string }> {
  const time = at ? ['--at', at.toISOString()] : [];
  const output = await runCommand(['restore', backups, ...time], { DATA_DIR: dataDir });
  const server = await startEmbeddedServer({ dataDir });
  try {
    const { rows } = await withDatabase(dataDir, (client) =>
      client.query<{ name: string }>(`select name from leads where name like 'Lead %'`),
    );
    return { leads: new Set(rows.map(({ name }) => name)), output };
  } finally {
    await server.stop();
  }
}
