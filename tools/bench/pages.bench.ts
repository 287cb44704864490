import { startProduct } from '../../e2e/product/product.ts';
import type { Bench } from './bench.ts';
import { loadServer } from './load.ts';
import { startNginx } from './peers/start-nginx.ts';
import { fetchServedFile } from './peers/fetch-served-file.ts';
import { fullOrTrialAmount, runInterleaved, median } from './rounds.ts';

const paths = ['/', '/services/accessibility-audit'];
const rounds = fullOrTrialAmount(5);

export const bench: Bench = {
  title:
    'kept pages against nginx (one worker, no access log) serving the same bytes, brotli, 32 connections',
  needs: ['nginx', 'wrk'],
  async run(report) {
    await using product = await startProduct();
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    await using nginx = await startNginx(
      await Promise.all(paths.map((path) => fetchServedFile(product.url, path, peerPath(path)))),
    );
    for (const path of paths) {
      const ours = { url: product.url + path, pid: product.process.pid ?? 0 };
      const peer = { url: nginx.url + peerPath(path), pid: nginx.pid };
      const samples = await runInterleaved(rounds, {
        ours: () => loadServer(ours, { headers }),
        nginx: () => loadServer(peer, { headers }),
      });
      const middle = (name: string, field: 'perSecond' | 'processorMicrosPerRequest') =>
        median((samples[name] ?? []).map((sample) => sample[field]));
      report.ratio({
        name: `${path} processor per request`,
        ours: middle('ours', 'processorMicrosPerRequest'),
        peer: middle('nginx', 'processorMicrosPerRequest'),
        unit: 'µs',
        atMost: 2,
      });
      report.ratio({
        name: `${path} requests per second`,
        ours: middle('ours', 'perSecond'),
        peer: middle('nginx', 'perSecond'),
        unit: '/s',
        atLeast: 0.6,
      });
    }
  },
};

/** nginx serves `/` under another path. */
function peerPath(path: string): string {
  return path === '/' ? '/home' : path;
}
