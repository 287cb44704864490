import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startProductProgram } from '@fairlead/backend/testing';
import { findFreePort, makeDataFolder, startProduct } from '../../e2e/product/product.ts';
import { nodeFlags } from '../../server/commands/node-flags.mjs';
import { bundleProgram } from '../release/bundle-program.ts';
import { projectRoot } from '../../server/project-root.ts';
import type { Bench } from './bench.ts';
import { fetchSitemapPaths } from './open-browser.ts';
import { readProcessorSeconds, readMemoryMb } from './process-figures.ts';
import { fullOrTrialAmount, median } from './rounds.ts';

const starts = fullOrTrialAmount(5);
const restMs = fullOrTrialAmount(60_000, 1_000);
const views = 10;
const programFolder = 'build/program';
const program = `${programFolder}/installed.js`;

/** A process that was started and has responded. */
interface Running {
  pid: number;
  url: string;
  /** Time from the start of its process to the first response. */
  startMs: number;
  stop: () => Promise<void>;
}

export const bench: Bench = {
  title: `start, memory and processor at rest: ${starts} starts, ${views} views, then a minute`,
  needs: [],
  async run(report) {
    // As in a release.
    await bundleProgram(projectRoot, join(projectRoot, programFolder), '../..');
    for (const [name, start, limits] of [
      ['product', startSite, { startMs: 800, memory: 180 }],
      ['backend', startBackend, { startMs: 400, memory: 130 }],
    ] as const) {
      const dataDir = await makeDataFolder();
      try {
        // The first start creates the database.
        await (await start(dataDir)).stop();
        const times: number[] = [];
        for (let count = 0; count < starts; count += 1) {
          const { startMs, stop } = await start(dataDir);
          times.push(startMs);
          await stop();
        }
        report.figure({
          name: `${name}, start to the first response`,
          value: median(times),
          unit: 'ms',
          atMost: limits.startMs,
        });
        const running = await start(dataDir);
        const paths =
          name === 'product' ? (await fetchSitemapPaths(running.url)).slice(0, views) : ['/rest/v1/'];
        for (let count = 0; count < views; count += 1)
          await (await fetch(running.url + (paths[count % paths.length] ?? ''))).arrayBuffer();
        const before = readProcessorSeconds(running.pid);
        await wait(restMs);
        const used = readProcessorSeconds(running.pid) - before;
        report.figure({ name: `${name}, processor in that minute`, value: used, unit: 's', atMost: 2 });
        report.figure({
          name: `${name}, memory after it`,
          value: readMemoryMb(running.pid),
          unit: 'MB',
          atMost: limits.memory,
        });
        await running.stop();
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    }
  },
};

async function startSite(dataDir: string): Promise<Running> {
  const began = performance.now();
  const product = await startProduct({}, dataDir, [...nodeFlags, program, 'start']);
  await (await fetch(product.url)).arrayBuffer();
  const startMs = performance.now() - began;
  return { pid: product.process.pid ?? 0, url: product.url, startMs, stop: product.stop };
}

async function startBackend(dataDir: string): Promise<Running> {
  const port = await findFreePort();
  const began = performance.now();
  const command = [...nodeFlags, program, 'backend', '--port', String(port)];
  const running = startProductProgram(
    command,
    { NODE_ENV: 'production', DATA_DIR: dataDir },
    { cwd: projectRoot },
  );
  await running.waitForOutput(/Keys .*\n/);
  const url = `http://127.0.0.1:${port}`;
  await (await fetch(`${url}/rest/v1/services`)).arrayBuffer();
  const startMs = performance.now() - began;
  return { pid: running.process.pid ?? 0, url, startMs, stop: async () => void (await running.stop()) };
}
