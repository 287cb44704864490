import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';
import { startProduct, type Product } from '../../e2e/product/product.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { printIndented } from './backup/run-command.ts';
import type { Stoppable } from '@fairlead/backend/testing';
import { startCaddy } from './proxy/start-caddy.ts';
import { startHaproxy } from './proxy/start-haproxy.ts';
import { startDeployedNginx } from './proxy/start-deployed-nginx.ts';
import { drillHost, type ProxyEndpoint } from './proxy/request-through-proxy.ts';

export const title =
  './fairlead doctor behind nginx, Caddy and HAProxy: nothing with the files of deploy/, and the fault of each broken one (as root)';

type Proxy = 'nginx' | 'caddy' | 'haproxy';

interface Variant {
  /** The findings about the proxy that are expected. */
  finds: string[];
  change?: (site: string) => string;
}

/** Inserts before a line of reverse_proxy. */
const inCaddy = (line: string) => (site: string) =>
  site.replace('lb_try_duration 30s', `${line}\n\t\tlb_try_duration 30s`);

const variants: Record<Proxy, Record<string, Variant>> = {
  nginx: {
    'as in deploy/': { finds: [] },
    'without Upgrade': { finds: ['WebSocket'], change: without(/proxy_set_header Upgrade.*/) },
    'small bodies': { finds: ['uploads'], change: without(/client_max_body_size.*/) },
    'buffered requests': { finds: ['request buffering'], change: without(/proxy_request_buffering.*/) },
    'without X-Forwarded-For': {
      finds: ['X-Forwarded-For'],
      change: without(/proxy_set_header X-Forwarded-For.*/),
    },
    'X-Forwarded-For emptied': {
      finds: ['X-Forwarded-For'],
      change: (site) => site.replace('X-Forwarded-For $remote_addr', "X-Forwarded-For ''"),
    },
    'X-Forwarded-For appended, as in many guides': {
      finds: [],
      change: (site) =>
        site.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for'),
    },
    'a read timeout of 20 s': {
      finds: ['read timeout'],
      change: (site) => site.replace('proxy_read_timeout 90s', 'proxy_read_timeout 20s'),
    },
    'without Authorization': {
      finds: ['Authorization'],
      change: (site) =>
        site.replace('proxy_http_version 1.1;', "proxy_http_version 1.1; proxy_set_header Authorization '';"),
    },
    'to a port where nothing is': {
      finds: ['proxy'],
      change: (site) => site.replace(/proxy_pass .*;/, 'proxy_pass http://127.0.0.1:1;'),
    },
  },
  caddy: {
    'as in deploy/': { finds: [] },
    'without Upgrade': { finds: ['WebSocket'], change: inCaddy('header_up -Upgrade') },
    'without X-Forwarded-For': { finds: ['X-Forwarded-For'], change: inCaddy('header_up -X-Forwarded-For') },
    'without Authorization': { finds: ['Authorization'], change: inCaddy('header_up -Authorization') },
    'a read timeout of 15 s': {
      finds: ['read timeout'],
      change: (site) => site.replace('keepalive off', 'keepalive off\n\t\t\tread_timeout 15s'),
    },
    'another scheme': { finds: ['X-Forwarded-Proto'], change: inCaddy('header_up X-Forwarded-Proto http') },
    'small bodies': { finds: ['uploads'], change: (site) => site.replace('max_size 25MB', 'max_size 1MB') },
  },
  haproxy: {
    'as in deploy/': { finds: [] },
    'without X-Forwarded-For': { finds: ['X-Forwarded-For'], change: without(/option forwardfor/) },
    'a tunnel timeout of 20 s': {
      finds: ['read timeout'],
      change: (site) => site.replace('timeout tunnel 10m', 'timeout tunnel 20s'),
    },
    'without Authorization': {
      finds: ['Authorization'],
      change: (site) =>
        site.replace('option forwardfor', 'option forwardfor\n  http-request del-header Authorization'),
    },
    'X-Forwarded-For appended, as in many guides': {
      finds: [],
      change: without(/http-request del-header.*/),
    },
  },
};

function without(line: RegExp): (site: string) => string {
  return (site) => site.replace(line, '');
}

export default async function drill([only]: readonly string[], { folder }: DrillCall): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('run it as root: the name is given to the doctor in an /etc/hosts of its own');
  await using product = await startProduct({ SITE_URL: `https://${drillHost}`, TRUSTED_PROXIES: '1' });
  const wrong: string[] = [];
  for (const proxy of ['nginx', 'caddy', 'haproxy'] as const) {
    if (only !== undefined && proxy !== only) continue;
    for (const [index, [name, { finds, change }]] of Object.entries(variants[proxy]).entries()) {
      const found = await examineBehind(proxy, change, join(folder, `${proxy}-${index}`), product);
      const isRight = found.toSorted().join() === finds.toSorted().join();
      printIndented(
        `${isRight ? 'as expected' : 'WRONG'}  ${proxy}, ${name}: ${found.join(', ') || 'nothing'}`,
      );
      if (!isRight) wrong.push(`${proxy}, ${name}: expected ${finds.join(', ') || 'nothing'}`);
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}

async function examineBehind(
  proxy: Proxy,
  change: Variant['change'],
  folder: string,
  product: Product,
): Promise<string[]> {
  const port = Number(new URL(product.url).port);
  const programs: Stoppable[] = [];
  try {
    let entrance: ProxyEndpoint;
    if (proxy === 'nginx') {
      const nginx = await startDeployedNginx(folder, port, change);
      programs.push(nginx.program);
      entrance = nginx.entrance;
    } else if (proxy === 'haproxy') {
      const haproxy = await startHaproxy(folder, port, change);
      programs.push(haproxy.program);
      entrance = haproxy.entrance;
    } else {
      const caddy = await startCaddy(folder, port, change);
      programs.push(...caddy.programs);
      entrance = caddy.entrance;
    }
    return runDoctor(folder, entrance, product);
  } finally {
    for (const program of programs.toReversed()) await program.stop();
  }
}

/** The findings that concern the proxy: this machine also sends no mail and has no backups. */
function runDoctor(folder: string, { port, authority = '' }: ProxyEndpoint, product: Product): string[] {
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 localhost ${drillHost}\n`);
  writeFileSync(join(folder, 'authority.pem'), authority);
  const program = [process.execPath, join(projectRoot, 'server/commands/main.ts'), 'doctor'];
  const asNamed = 'mount --bind "$1" /etc/hosts && shift && exec "$@"';
  const output = execFileSync(
    'unshare',
    [
      '--mount',
      'sh',
      '-c',
      `${asNamed} || true`,
      'sh',
      join(folder, 'hosts'),
      'sh',
      '-c',
      '"$@" || true',
      'sh',
      ...program,
    ],
    {
      cwd: projectRoot,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
        DATA_DIR: product.dataDir,
        PORT: new URL(product.url).port,
        SITE_URL: `https://${drillHost}:${port}`,
        TRUSTED_PROXIES: '1',
        PUBLISHABLE_KEY: product.publishableKey,
        SECRET_KEY: product.secretKey,
      },
    },
  );
  const found = [...output.matchAll(/^wrong {3}([^:]+): /gm)].map(([, what = '']) => what);
  if (!/^(good {4}proxy$|wrong)/m.test(output)) throw new Error(`it did not look:\n${output}`);
  return found.filter(
    (what) => !['mail', 'disk', 'databases', 'memory', 'open files', 'locale', 'backups'].includes(what),
  );
}
