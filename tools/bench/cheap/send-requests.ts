// A process whose clients send requests of one kind, each client the next one as soon as it has a response. Arguments:
// the kind, the address, the publishable key. Prints the statuses on SIGTERM.
import { Agent, request } from 'node:http';
import { abusiveRequests } from './abusive-requests.ts';

const [, , name = '', url = '', publishableKey = ''] = process.argv;
const abuse = abusiveRequests[name];
if (!abuse) throw new Error(`there is no kind ${name}`);
const { clients, next } = abuse;
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const statuses: Record<string, number> = {};
let serial = 0;

function count(status: string): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

function sendOne(): Promise<void> {
  serial += 1;
  const { path, method = 'GET', headers = {}, body, slow = false } = next(serial);
  return new Promise((resolve) => {
    const sent = request(new URL(path, url), {
      agent,
      method,
      headers: { apikey: publishableKey, ...headers },
    });
    sent.on('response', (response) => {
      count(String(response.statusCode));
      response.on('end', resolve).on('error', () => resolve());
      if (!slow) return void response.resume();
      response.on('data', () => {
        response.pause();
        setTimeout(() => response.resume(), 20);
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      count(error.code ?? 'error');
      setTimeout(resolve, 20);
    });
    sent.end(body);
  });
}

process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(statuses)}\n`, () => process.exit());
});
process.stdout.write('begun\n');
await Promise.all(
  Array.from({ length: clients }, async () => {
    for (;;) await sendOne();
  }),
);
