import { once } from 'node:events';
import { request } from 'node:https';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { findProgram } from '../bench/needs.ts';
import { startProduct, type Product } from '../../e2e/product/product.ts';
import { deriveDoctorToken, proxyEchoPath, type EchoedRequest } from '../../server/doctor/proxy-echo.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { printIndented } from './backup/run-command.ts';
import { startHaproxy, type RunningHaproxy } from './proxy/start-haproxy.ts';
import { drillSecretKey } from './proxy/start-socket-activated-server.ts';
import { drillHost, requestThroughProxy } from './proxy/request-through-proxy.ts';
import { watchSocket } from './proxy/watch-socket.ts';

export const title =
  'HAProxy with deploy/haproxy.cfg: health checks of every kind pass, the address of the visitor is right, a stop is seen';

const httpchk = 'option httpchk GET /readyz';
const checks: [name: string, lines: string, state: string, seen: string][] = [
  ['HTTP/1.0 without Host, as HAProxy does by default', httpchk, 'UP', 'L7OK/200'],
  ['OPTIONS / without Host, without any setting', 'option httpchk', 'UP', 'L7OK/204'],
  ['HEAD', 'option httpchk HEAD /readyz', 'UP', 'L7OK/200'],
  [
    'HTTP/1.1 with Host',
    `option httpchk\n  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host ${drillHost}`,
    'UP',
    'L7OK/200',
  ],
  [
    'HTTP/1.1 without Host',
    'option httpchk\n  http-check send meth GET uri /readyz ver HTTP/1.1',
    'UP',
    'L7OK/200',
  ],
  ['a body that is expected', `${httpchk}\n  http-check expect string ready`, 'UP', 'L7OK/200'],
  ['the PROXY protocol, which the server does not speak', httpchk, 'DOWN', 'L7STS/400'],
];

export default async function drill(_args: readonly string[], { folder }: DrillCall): Promise<void> {
  if (findProgram('haproxy') === null) {
    printIndented('skipped: haproxy is not installed (apt install haproxy)');
    return;
  }
  await using product = await startProduct({
    SITE_URL: `https://${drillHost}`,
    TRUSTED_PROXIES: '1',
    SHUTDOWN_NOTICE_SECONDS: '3',
    SECRET_KEY: drillSecretKey,
  });
  const port = Number(new URL(product.url).port);
  for (const [index, [name, lines, state, seen]] of checks.entries()) {
    const haproxy = await startHaproxy(join(folder, String(index)), port, (config) =>
      config
        .replace(httpchk, lines)
        .replace('check inter', state === 'UP' ? 'check inter' : 'send-proxy check inter'),
    );
    await using _program = haproxy.program;
    await untilHealth(haproxy, state, seen);
    printIndented(`as expected  ${name}: ${state}`);
  }
  const haproxy = await startHaproxy(join(folder, 'as-it-is'), port);
  await using _program = haproxy.program;
  await look(haproxy, product);
}

async function look(haproxy: RunningHaproxy, product: Product): Promise<void> {
  const { entrance, plainPort } = haproxy;
  const plain = await requestThroughProxy({ name: 'plain', port: plainPort }, '/services');
  expect('plain HTTP', `${plain.status} ${plain.headers.location}`, `301 https://${drillHost}/services`);
  expect('the home page', String((await requestThroughProxy(entrance, '/')).status), '200');
  const seen = await askWhatWasSeen(entrance);
  expect('the address, with a forged one', `${seen.client} ${seen.forwardedProto}`, '127.0.0.5 https');
  const socket = watchSocket(entrance);
  await socket.opened;
  product.process.kill('SIGTERM');
  await untilHealth(haproxy, 'DOWN', 'L7STS/503');
  printIndented('as expected  SIGTERM: DOWN by /readyz while requests are still served');
  await once(product.process, 'exit');
  const { codes } = await socket.stop();
  // After that, there is no server to connect to.
  expect('the close message of a socket', String(codes[0]), '1012');
}

function expect(what: string, found: string, expected: string): void {
  if (found !== expected) throw new Error(`${what}: expected ${expected}, found ${found}`);
  printIndented(`as expected  ${what}: ${found}`);
}

async function untilHealth(haproxy: RunningHaproxy, state: string, seen: string): Promise<void> {
  let last = '';
  for (let left = 100; left > 0; left -= 1) {
    const found = await haproxy.checkHealth();
    last = `${found.state} ${found.seen}`;
    if (found.state === state && found.seen.startsWith(seen)) return;
    await wait(100);
  }
  throw new Error(`the health check is ${last}, expected ${state} ${seen}\n${haproxy.program.output()}`);
}

/** Sends a request as a visitor from 127.0.0.5 with a forged header. */
async function askWhatWasSeen({ port, authority }: RunningHaproxy['entrance']): Promise<EchoedRequest> {
  const asked = request({
    host: '127.0.0.1',
    port,
    path: proxyEchoPath,
    method: 'POST',
    servername: drillHost,
    ...(authority !== undefined && { ca: authority }),
    localAddress: '127.0.0.5',
    headers: {
      host: drillHost,
      authorization: `Bearer ${deriveDoctorToken(drillSecretKey)}`,
      'x-forwarded-for': '203.0.113.7, 203.0.113.8',
    },
  });
  asked.end('x');
  const [response] = (await once(asked, 'response')) as [AsyncIterable<Buffer>];
  return (await json(response as never)) as EchoedRequest;
}
