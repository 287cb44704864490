import { Agent, request } from 'node:http';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startProduct } from '../../e2e/product/product.ts';
import type { Bench } from './bench.ts';
import { abusiveRequests } from './cheap/abusive-requests.ts';
import { readProcessorSeconds } from './process-figures.ts';
import { fullOrTrialAmount, median } from './rounds.ts';

const rounds = fullOrTrialAmount(2);
const samples = fullOrTrialAmount(60, 3);
const page = '/services/accessibility-audit';

export const bench: Bench = {
  title: 'a kept page while cheap requests of one kind come, against the same page without them',
  needs: [],
  async run(report, names) {
    await using product = await startProduct();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { url, publishableKey } = product;
    const wanted = Object.keys(abusiveRequests).filter(
      (name) => names.length === 0 || names.some((each) => name.startsWith(each.slice(1))),
    );
    await measure(url, agent);
    for (const name of wanted) {
      const idle: number[] = [];
      const busy: number[] = [];
      let statuses: Record<string, number> = {};
      let processor = 0;
      let requests = 0;
      for (let round = 0; round < rounds; round += 1) {
        idle.push(...(await measure(url, agent)));
        const program = fileURLToPath(new URL('./cheap/send-requests.ts', import.meta.url));
        const sender = spawn(process.execPath, [program, name, url, publishableKey], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let printed = '';
        sender.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)));
        await once(sender.stdout, 'data');
        // Waits until the first requests are being handled.
        await new Promise((resolve) => setTimeout(resolve, 500));
        const before = readProcessorSeconds(product.process.pid ?? 0);
        busy.push(...(await measure(url, agent)));
        processor += readProcessorSeconds(product.process.pid ?? 0) - before;
        sender.kill('SIGTERM');
        await once(sender, 'close');
        statuses = JSON.parse(printed.replace('begun', '')) as Record<string, number>;
        requests += Object.values(statuses).reduce((sum, count) => sum + count, 0);
      }
      const p99 = busy.toSorted((a, b) => a - b)[Math.floor(busy.length * 0.99)] ?? 0;
      const ratio = (median(busy) / median(idle)).toFixed(1);
      report.say(
        `${name}: ${ratio} times, ${JSON.stringify(statuses)}, p99 ${p99.toFixed(1)} ms, ${((processor * 1000) / Math.max(requests, 1)).toFixed(2)} ms of processor a request`,
      );
      report.ratio({ name, ours: median(busy), peer: median(idle), unit: 'ms', atMost: 5 });
    }
    agent.destroy();
  },
};

async function measure(url: string, agent: Agent): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < samples; index += 1) {
    times.push(await timePage(url, agent));
    await new Promise((resolve) => setTimeout(resolve, 7));
  }
  return times;
}

function timePage(url: string, agent: Agent): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url + page, { agent, headers: { 'accept-encoding': 'br' } });
    sent.on('response', (response) => {
      response.on('end', () => resolve(performance.now() - start)).resume();
    });
    sent.on('error', reject).end();
  });
}
