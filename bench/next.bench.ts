import { startProduct } from '../e2e/product/product.ts';
import type { Bench } from './bench.ts';
import { loadServer, type LoadSample, type Target } from './load.ts';
import { startNext } from './peers/start-next.ts';
import type { Report } from './report.ts';
import { interleave, median } from './rounds.ts';

const rounds = 5;
const headers = { 'accept-encoding': 'gzip' };

export const bench: Bench = {
  title: 'the services page against the same text in a plain Next.js 16, gzip, 32 connections',
  needs: ['wrk', 'chromium', 'packages'],
  async run(report) {
    const running: { stop: () => Promise<void> }[] = [];
    try {
      const product = await startProduct();
      running.push(product);
      const uncached = await startProduct({}, undefined, ['bench/uncached-server.ts']);
      running.push(uncached);
      const next = await startNext(`${product.url}/services`);
      running.push(next);
      const at = (url: string, pid: number | undefined): Target => ({ url, pid: pid ?? 0 });
      await compare(report, 'kept / prerendered', 15, {
        ours: at(`${product.url}/services`, product.process.pid),
        peer: at(`${next.url}/kept`, next.pid),
      });
      await compare(report, 'rendered per request', 1.3, {
        ours: at(`${uncached.url}/services`, uncached.process.pid),
        peer: at(`${next.url}/rendered`, next.pid),
      });
    } finally {
      for (const { stop } of running.toReversed()) await stop();
    }
  },
};

async function compare(
  report: Report,
  name: string,
  atLeast: number,
  { ours, peer }: { ours: Target; peer: Target },
): Promise<void> {
  // Warm up: both have compiled their code before anything is measured.
  for (const target of [ours, peer]) await loadServer(target, { headers, seconds: 10 });
  const samples = await interleave(rounds, {
    ours: () => loadServer(ours, { headers }),
    peer: () => loadServer(peer, { headers }),
  });
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
