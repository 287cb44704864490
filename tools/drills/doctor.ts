import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';
import { startProduct, type Product } from '../../e2e/product/product.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { print } from './backup/run-command.ts';
import type { Stoppable } from '@fairlead/backend/testing';
import { startCaddy } from './proxy/start-caddy.ts';
import { startHaproxy } from './proxy/start-haproxy.ts';
import { startNginx } from './proxy/start-nginx.ts';
import { host, type Entrance } from './proxy/visit.ts';

export const title =
  './fairlead doctor behind nginx, Caddy and HAProxy: nothing with the files of deploy/, and the fault of each broken one (as root)';

interface Variant {
  proxy: 'nginx' | 'caddy' | 'haproxy';
  name: string;
  /** The findings about the proxy that are expected. */
  finds: string[];
  change?: (site: string) => string;
}

/** Inserts before a line of reverse_proxy. */
const inCaddy = (line: string) => (site: string) =>
  site.replace('lb_try_duration 30s', `${line}\n\t\tlb_try_duration 30s`);

const variants: Variant[] = [
  { proxy: 'nginx', name: 'as in deploy/', finds: [] },
  {
    proxy: 'nginx',
    name: 'without Upgrade',
    finds: ['WebSocket'],
    change: without(/proxy_set_header Upgrade.*/),
  },
  { proxy: 'nginx', name: 'small bodies', finds: ['uploads'], change: without(/client_max_body_size.*/) },
  {
    proxy: 'nginx',
    name: 'buffered requests',
    finds: ['request buffering'],
    change: without(/proxy_request_buffering.*/),
  },
  {
    proxy: 'nginx',
    name: 'without X-Forwarded-For',
    finds: ['X-Forwarded-For'],
    change: without(/proxy_set_header X-Forwarded-For.*/),
  },
  {
    proxy: 'nginx',
    name: 'X-Forwarded-For emptied',
    finds: ['X-Forwarded-For'],
    change: (site) => site.replace('X-Forwarded-For $remote_addr', "X-Forwarded-For ''"),
  },
  {
    proxy: 'nginx',
    name: 'X-Forwarded-For appended, as in many guides',
    finds: [],
    change: (site) =>
      site.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for'),
  },
  {
    proxy: 'nginx',
    name: 'to a port where nothing is',
    finds: ['proxy'],
    change: (site) => site.replace(/proxy_pass .*;/, 'proxy_pass http://127.0.0.1:1;'),
  },
  { proxy: 'caddy', name: 'as in deploy/', finds: [] },
  {
    proxy: 'caddy',
    name: 'without Upgrade',
    finds: ['WebSocket'],
    change: inCaddy('header_up -Upgrade'),
  },
  {
    proxy: 'caddy',
    name: 'without X-Forwarded-For',
    finds: ['X-Forwarded-For'],
    change: inCaddy('header_up -X-Forwarded-For'),
  },
  {
    proxy: 'caddy',
    name: 'another scheme',
    finds: ['X-Forwarded-Proto'],
    change: inCaddy('header_up X-Forwarded-Proto http'),
  },
  {
    proxy: 'caddy',
    name: 'small bodies',
    finds: ['uploads'],
    change: (site) => site.replace('max_size 25MB', 'max_size 1MB'),
  },
  { proxy: 'haproxy', name: 'as in deploy/', finds: [] },
  {
    proxy: 'haproxy',
    name: 'without X-Forwarded-For',
    finds: ['X-Forwarded-For'],
    change: without(/option forwardfor/),
  },
  {
    proxy: 'haproxy',
    name: 'X-Forwarded-For appended, as in many guides',
    finds: [],
    change: without(/http-request del-header.*/),
  },
];

function without(line: RegExp): (site: string) => string {
  return (site) => site.replace(line, '');
}

export default async function drill([only]: readonly string[], { folder }: DrillCall): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('run it as root: the name is given to the doctor in an /etc/hosts of its own');
  await using product = await startProduct({ SITE_URL: `https://${host}`, TRUSTED_PROXIES: '1' });
  const wrong: string[] = [];
  for (const [index, variant] of variants.entries()) {
    if (only !== undefined && variant.proxy !== only) continue;
    const found = await examineBehind(variant, join(folder, String(index)), product);
    const isRight = found.toSorted().join() === variant.finds.toSorted().join();
    print(
      `${isRight ? 'as expected' : 'WRONG'}  ${variant.proxy}, ${variant.name}: ${found.join(', ') || 'nothing'}`,
    );
    if (!isRight)
      wrong.push(`${variant.proxy}, ${variant.name}: expected ${variant.finds.join(', ') || 'nothing'}`);
  }
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}

async function examineBehind(
  { proxy, change }: Variant,
  folder: string,
  product: Product,
): Promise<string[]> {
  const port = Number(new URL(product.url).port);
  const programs: Stoppable[] = [];
  try {
    let entrance: Entrance;
    if (proxy === 'nginx') {
      const nginx = await startNginx(folder, port, change);
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
function runDoctor(folder: string, { port, authority = '' }: Entrance, product: Product): string[] {
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 localhost ${host}\n`);
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
        SITE_URL: `https://${host}:${port}`,
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
