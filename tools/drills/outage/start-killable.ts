import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../e2e/product/product.ts';
import type { Program } from '@fairlead/backend/testing';
import { startCommand } from '../../../e2e/product/command.ts';
import { clusterFolderOf } from '@fairlead/backend/embedded';
import { drillHost } from '../proxy/request-through-proxy.ts';

export const drillKeys = {
  PUBLISHABLE_KEY: 'sb_publishable_drill_0123456789abcdef',
  SECRET_KEY: 'sb_secret_drill_0123456789abcdef',
};

/** A server, or a command of the product, in its own process group. */
export interface KillableProgram extends Program {
  kill(): void;
}

export interface KillableServer extends KillableProgram {
  port: number;
  ready: Promise<void>;
}

/** Configured as behind a proxy, with the limits and rules of a public site. */
export async function startKillableServer(
  environment: Record<string, string>,
  through: string[] = [],
): Promise<KillableServer> {
  const port = await findFreePort();
  const site = { PORT: String(port), SITE_URL: `https://${drillHost}`, TRUSTED_PROXIES: '1' };
  const server = startKillableProgram(['start'], { ...site, ...drillKeys, ...environment }, through);
  const ready = server.waitForOutput(/^ {2}Owner /m);
  // If it is killed before, no code awaits this promise.
  ready.catch(() => {});
  return { ...server, port, ready };
}

export function startKillableProgram(
  command: string[],
  environment: Record<string, string>,
  through: string[] = [],
): KillableProgram {
  const running = startCommand(['server/commands/main.ts', ...command], environment, {
    detached: true,
    through,
  });
  const kill = (): void => killGroup(running.process.pid);
  process.once('exit', kill);
  void running.exited.then(() => process.off('exit', kill));
  return { ...running, kill };
}

/** Kills the database of a data folder, which is a separate process group. False if none runs. */
export function killDatabase(dataDir: string): boolean {
  const cluster = clusterFolderOf(dataDir);
  if (cluster === undefined) return false;
  try {
    const [pid = ''] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(-Number(pid), 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
