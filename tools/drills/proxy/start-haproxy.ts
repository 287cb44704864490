import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../../e2e/product/product.ts';
import { projectRoot } from '../../../server/project-root.ts';
import { makeCertificate } from './make-certificate.ts';
import { requireProgram } from './require-program.ts';
import { startProgram, type Program } from '@fairlead/backend/testing';
import { drillHost, type ProxyEndpoint } from './request-through-proxy.ts';

export interface RunningHaproxy {
  entrance: ProxyEndpoint;
  plainPort: number;
  program: Program;
  /** The health check of the server: UP or DOWN, and its last result, such as L7OK/200. */
  checkHealth(): Promise<{ state: string; seen: string }>;
}

/** Starts HAProxy with deploy/haproxy.cfg, with other ports and certificate path, and `change` applied. */
export async function startHaproxy(
  folder: string,
  serverPort: number,
  change = (site: string) => site,
): Promise<RunningHaproxy> {
  const haproxy = requireProgram('haproxy');
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  mkdirSync(folder, { recursive: true });
  const certificate = makeCertificate(folder, drillHost);
  const pem = join(folder, 'haproxy.pem');
  writeFileSync(pem, certificate.authority + readFileSync(certificate.key, 'utf8'), { mode: 0o600 });
  const socket = join(folder, 'stats');
  const config = readFileSync(join(projectRoot, 'deploy/haproxy.cfg'), 'utf8')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('bind :80', `bind 127.0.0.1:${plainPort}`)
    .replace('/etc/ssl/example.com/haproxy.pem', pem)
    .replace('inter 2s', 'inter 200ms')
    .replace(/^global\n/m, `global\n  stats socket ${socket}\n`);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, change(config));
  chmodSync(folder, 0o700);
  execFileSync(haproxy, ['-c', '-q', '-f', file]);
  const program = startProgram([haproxy, '-db', '-f', file]);

  async function checkHealth(): Promise<{ state: string; seen: string }> {
    const asked = connect(socket);
    asked.write('show stat\n');
    const [head = '', ...lines] = (await text(asked)).replace(/^# /, '').split('\n');
    const names = head.split(',');
    const values = lines.find((line) => line.startsWith('fairlead,fairlead1,'))?.split(',') ?? [];
    const valueOf = (name: string): string => values[names.indexOf(name)] ?? '';
    // While a check is in progress, the result begins with *.
    return {
      state: valueOf('status').split(' ')[0] ?? '',
      seen: `${valueOf('check_status').replace('* ', '')}/${valueOf('check_code')}`,
    };
  }

  for (let left = 100; left > 0; left -= 1) {
    const isChecked = await checkHealth().then(
      ({ seen }) => /^L\d/.test(seen),
      () => false,
    );
    if (isChecked)
      return {
        entrance: { name: 'haproxy', port, authority: certificate.authority },
        plainPort,
        program,
        checkHealth,
      };
    await wait(100);
  }
  throw new Error(`HAProxy made no health check:\n${program.output()}`);
}
