import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fillWithPristine, startProgram, type Stoppable } from '@fairlead/backend/testing';
import { findFreePort } from '../../../e2e/product/product.ts';
import { projectRoot } from '../../../server/project-root.ts';
import { findRunningInstance } from '../../../server/process/running-instance.mjs';
import { requireProgram } from './require-program.ts';
import { drillHost, requestThroughProxy } from './request-through-proxy.ts';

export const drillSecretKey = 'sb_secret_drill_0123456789abcdef';

export interface SocketActivatedServer {
  port: number;
  program: Stoppable;
  /** Sends SIGTERM to the server; resolves to the number of seconds until the next one serves. */
  restart(): Promise<number>;
}

/**
 * Runs the server as systemd does: systemd-socket-activate opens the socket, and a shell that inherits it starts the
 * next server whenever one has ended.
 */
export async function startSocketActivatedServer(dataDir: string): Promise<SocketActivatedServer> {
  const activate = requireProgram('systemd-socket-activate', 'systemd');
  await fillWithPristine(dataDir);
  const port = await findFreePort();
  const environment = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    SITE_URL: `https://${drillHost}`,
    TRUSTED_PROXIES: '1',
    SECRET_KEY: drillSecretKey,
    PUBLISHABLE_KEY: 'sb_publishable_drill_0123456789abcdef',
  };
  const settings = Object.entries(environment).map(([name, value]) => `--setenv=${name}=${value}`);
  const loop = 'trap "exit 0" TERM; while :; do sh -c \'LISTEN_PID=$$ exec "$@"\' sh "$@" || sleep 1; done';
  const server = [
    process.execPath,
    '--disable-sigusr1',
    join(projectRoot, 'server/commands/main.ts'),
    'start',
  ];
  const program = startProgram(
    [activate, `--listen=127.0.0.1:${port}`, ...settings, 'sh', '-c', loop, 'sh', ...server],
    { cwd: projectRoot },
  );
  // The first connection starts the server.
  await untilUp(port);

  async function pidOther(than: number | undefined): Promise<number> {
    const deadline = Date.now() + 60_000;
    while (Date.now() < deadline) {
      const pid = findRunningInstance(dataDir)?.pid;
      if (pid !== undefined && pid !== than) return pid;
      await wait(20);
    }
    throw new Error(`no server after 60 s:\n${program.output().slice(-2_000)}`);
  }

  return {
    port,
    program: {
      output: program.output,
      async stop() {
        const pid = findRunningInstance(dataDir)?.pid;
        const stopped = program.stop();
        if (pid !== undefined) process.kill(pid, 'SIGTERM');
        await stopped;
      },
    },
    async restart() {
      const pid = await pidOther(undefined);
      const startedAt = performance.now();
      process.kill(pid, 'SIGTERM');
      await pidOther(pid);
      return (performance.now() - startedAt) / 1000;
    },
  };

  async function untilUp(at: number): Promise<void> {
    const deadline = Date.now() + 60_000;
    const entrance = { name: 'socket', port: at };
    while (Date.now() < deadline) {
      if (await requestThroughProxy(entrance, '/healthz').catch(() => null)) return;
      await wait(100);
    }
    throw new Error(`the server did not start:\n${program.output()}`);
  }
}
