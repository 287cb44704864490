import { startProduct } from '../../e2e/product/product.ts';
import type { Bench } from './bench.ts';
import { loadServer, type LoadSample, type LoadTarget } from './load.ts';
import { buildNext, startNext } from './peers/start-next.ts';
import type { BenchReport } from './report.ts';
import { fullOrTrialAmount, runInterleaved, median } from './rounds.ts';

/** Speed differs by a tenth between starts of the same server, so each server is started several times. */
const starts = fullOrTrialAmount(4);
const rounds = fullOrTrialAmount(5);
const headers = { 'accept-encoding': 'gzip' };

export const bench: Bench = {
  title: 'the services page against the same text in a plain Next.js 16, gzip, 32 connections',
  needs: ['wrk', 'chromium', 'packages'],
  async run(report) {
    const first = await startProduct();
    await buildNext(`${first.url}/services`).finally(first.stop);
    await compare(report, 'kept / prerendered', 15, '/kept', ['server/commands/main.ts', 'start']);
    await compare(report, 'rendered per request', 1.3, '/rendered', ['tools/bench/uncached-server.ts']);
  },
};

async function compare(
  report: BenchReport,
  name: string,
  atLeast: number,
  peerPath: string,
  program: string[],
): Promise<void> {
  const samples: Record<string, LoadSample[]> = { ours: [], peer: [] };
  for (let start = 0; start < starts; start += 1) {
    for (const [who, more] of Object.entries(await measureOneStart(peerPath, program)))
      samples[who]?.push(...more);
  }
  const middle = (who: string, field: keyof LoadSample) =>
    median((samples[who] ?? []).map((sample) => sample[field]));
  report.ratio({
    name: `${name}: requests per second`,
    ours: middle('ours', 'perSecond'),
    peer: middle('peer', 'perSecond'),
    unit: '/s',
    atLeast,
  });
  report.ratio({
    name: `${name}: processor per request`,
    ours: middle('ours', 'processorMicrosPerRequest'),
    peer: middle('peer', 'processorMicrosPerRequest'),
    unit: 'µs',
    atMost: 1 / atLeast,
  });
}

async function measureOneStart(peerPath: string, program: string[]): Promise<Record<string, LoadSample[]>> {
  await using product = await startProduct({}, undefined, program);
  await using next = await startNext();
  const ours: LoadTarget = { url: `${product.url}/services`, pid: product.process.pid ?? 0 };
  const peer: LoadTarget = { url: next.url + peerPath, pid: next.pid };
  // Warm-up, so that both have compiled their code before they are measured.
  for (const target of [ours, peer]) await loadServer(target, { headers, seconds: fullOrTrialAmount(8) });
  return await runInterleaved(rounds, {
    ours: () => loadServer(ours, { headers, seconds: fullOrTrialAmount(2) }),
    peer: () => loadServer(peer, { headers, seconds: fullOrTrialAmount(2) }),
  });
}
