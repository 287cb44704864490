import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedServer } from '@fairlead/backend/database/embedded-server.ts';
import { startProduct } from '../e2e/product/product.ts';
import { withDrillFolder } from './backup/with-drill-folder.ts';
import { withDatabase } from './backup/inventory.ts';
import { passphrase, print, runCommand, seconds } from './backup/run-command.ts';

export const title =
  'a restore reaches each of some seconds while leads came in, and the newest state after kill -9';

const leadEveryMs = 500;

interface Sent {
  name: string;
  /** When it was acknowledged. */
  at: number;
}

/** The disk "dies" by kill -9; the log may lack the last 60 s, nothing before. */
export default async function drill([minutes = '2']: readonly string[]): Promise<void> {
  await withDrillFolder(async (folder) => {
    const original = join(folder, 'original');
    const backups = join(folder, 'backups');
    const environment = { BACKUP_TO: backups, BACKUP_PASSPHRASE: passphrase };
    const product = await startProduct(environment, original);
    await runCommand(['backup'], { ...environment, DATA_DIR: original, TMPDIR: folder });
    const sent: Sent[] = [];
    const until = performance.now() + Number(minutes) * 60_000;
    while (performance.now() < until) {
      const name = `Lead ${sent.length + 1}`;
      await product.admin().from('leads').insert({ name, email: 'ana@roy.example' }).throwOnError();
      sent.push({ name, at: Date.now() });
      await wait(leadEveryMs);
    }
    const killedAt = Date.now();
    product.process.kill('SIGKILL');
    print(`${sent.length} leads acknowledged, then kill -9`);

    const newest = await restoreLeads(join(folder, 'newest'), backups);
    const lost = sent.filter(({ name }) => !newest.has(name));
    const lostMs = lost.length === 0 ? 0 : killedAt - (lost[0]?.at ?? 0);
    print(
      `newest: ${newest.size} leads; lost with the disk: ${lost.length}, of the last ${Math.round(lostMs / 1000)} s`,
    );
    if (lostMs > 60_000) throw new Error('more than 60 seconds were lost');
    for (const share of [0.2, 0.5, 0.6]) {
      const at = sent[Math.floor(sent.length * share)]?.at ?? 0;
      const started = performance.now();
      const leads = await restoreLeads(join(folder, `at-${share}`), backups, new Date(at));
      const expected = sent.filter((lead) => lead.at <= at).map(({ name }) => name);
      const missing = expected.filter((name) => !leads.has(name));
      const early = sent.filter((lead) => lead.at > at + leadEveryMs && leads.has(lead.name));
      if (missing.length > 0 || early.length > 0)
        throw new Error(
          `${new Date(at).toISOString()}: ${missing.length} missing, ${early.length} too early`,
        );
      print(`${new Date(at).toISOString()}: the ${expected.length} leads of then, in ${seconds(started)}`);
    }
  });
}

async function restoreLeads(dataDir: string, backups: string, at?: Date): Promise<Set<string>> {
  const time = at ? ['--at', at.toISOString()] : [];
  await runCommand(['restore', backups, ...time], { DATA_DIR: dataDir });
  const server = await startEmbeddedServer({ dataDir });
  try {
    const { rows } = await withDatabase(dataDir, (client) =>
      client.query<{ name: string }>(`select name from leads where name like 'Lead %'`),
    );
    return new Set(rows.map(({ name }) => name));
  } finally {
    await server.stop();
  }
}
