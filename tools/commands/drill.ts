import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitOnSignal } from '../../server/commands/exit-on-signal.ts';
import { projectRoot } from '../../server/project-root.ts';
import type { CommandCall } from '../../server/commands/command-declaration.ts';
import type { DrillCall } from '../drills/backup/drill-call.ts';

interface Drill {
  title: string;
  default: (args: readonly string[], call: DrillCall) => Promise<void>;
}

const drills = join(projectRoot, 'tools/drills');

/** `npm run drill -- NAME …`; without a name it lists the drills. A drill that fails throws. */
export async function drill({
  args: [name, ...args],
  options,
}: CommandCall<Omit<DrillCall, 'folder'>>): Promise<void> {
  const names = readdirSync(drills).flatMap((file) => /^(.+(?<!\.test))\.ts$/.exec(file)?.[1] ?? []);
  if (name === undefined) {
    for (const each of names) process.stdout.write(`${each.padEnd(20)} ${(await load(each)).title}\n`);
    // The channel to start.mjs would keep the process running.
    process.exit(0);
  }
  exitOnSignal();
  if (!names.includes(name)) {
    process.stderr.write(`There is no drill ${name}; there are: ${names.join(', ')}.\n`);
    process.exit(1);
  }
  const chosen = await load(name);
  process.stdout.write(`${name}: ${chosen.title}\n`);
  const startedAt = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'drill-'));
  // If this runs as root, the database's user must be able to enter it.
  await chmod(folder, 0o755);
  try {
    await chosen.default(args, { ...options, folder });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
  process.stdout.write(`${name}: passed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  process.exit(0);
}

async function load(name: string): Promise<Drill> {
  return (await import(join(drills, `${name}.ts`))) as Drill;
}
