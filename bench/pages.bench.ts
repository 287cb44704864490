import { startProduct } from '../e2e/product.ts';
import type { Bench } from './bench.ts';
import { loadServer } from './load.ts';
import { startNginx, type ServedFile } from './nginx.ts';
import { interleave, median } from './rounds.ts';

const paths = ['/', '/services/accessibility-audit'];
const rounds = 5;

export const bench: Bench = {
  title:
    'kept pages against nginx (one worker, no access log) serving the same bytes, brotli, 32 connections',
  needs: ['nginx', 'wrk'],
  async run(report) {
    const product = await startProduct();
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    const nginx = await startNginx(await Promise.all(paths.map((path) => readAsServed(product.url, path))));
    try {
      for (const path of paths) {
        const ours = { url: product.url + path, pid: product.process.pid ?? 0 };
        const peer = { url: nginx.url + peerPath(path), pid: nginx.pid };
        const samples = await interleave(rounds, {
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
    } finally {
      await nginx.stop();
      await product.stop();
    }
  },
};

/** nginx serves `/` under another name. */
function peerPath(path: string): string {
  return path === '/' ? '/home' : path;
}

/** The bytes of a page as a browser gets them: compressed. */
async function readAsServed(origin: string, path: string): Promise<ServedFile> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(origin + path, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          path: peerPath(path),
          body: Buffer.concat(chunks),
          type: response.headers['content-type'] ?? '',
          ...(response.headers['content-encoding'] ? { encoding: response.headers['content-encoding'] } : {}),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}
