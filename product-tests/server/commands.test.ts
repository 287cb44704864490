import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';
import {
  occupyPort,
  isRoot,
  nobodyAccount,
  listProcessesOf,
  runServerToEnd,
  startCommand,
} from '../../e2e/product/command.ts';
import { removeFolder, temporaryFolder } from '@fairlead/backend/testing';
import { afterEach, beforeEach } from 'vitest';
import { describe, expect, test } from '../fixture.ts';
import { findFreePort, startProduct } from '../../e2e/product/product.ts';

// On a terminal, lines end with a carriage return too.
const up = /Owner .*[\r\n]/;
let dataDir: string;

beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => removeFolder(dataDir));

describe('the life of a server', () => {
  test('data survives kill -9 and is found by the next start; SIGTERM leaves no process', async () => {
    const first = await startProduct({}, dataDir);
    const lead = {
      name: 'Ana Roy',
      email: 'ana@roy.example',
      company: null,
      phone: null,
      message: 'Survives',
    };
    expect((await first.visitor().from('leads').insert(lead)).error).toBeNull();
    expect(first.output()).toContain('local mode (sign-up open, sample leads)');
    await first.admin.rpc('remove_samples').throwOnError();
    first.process.kill('SIGKILL');
    await new Promise((resolve) => first.process.once('exit', resolve));
    const second = await startProduct({ SHUTDOWN_NOTICE_SECONDS: '1' }, dataDir);
    expect(second.output()).toContain('local mode (sign-up open)');
    const { data } = await second.admin.from('leads').select('message').eq('email', lead.email);
    expect(data).toEqual([{ message: 'Survives' }]);
    // Idle connections like a browser's: the shutdown does not wait for them.
    const idle = [connect(Number(new URL(second.url).port)), connect(Number(new URL(second.url).port))];
    idle[0]?.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const began = Date.now();
    second.process.kill('SIGTERM');
    const ready = () => fetch(`${second.url}/readyz`);
    await expect.poll(async () => (await ready()).status).toBe(503);
    const last = await fetch(`${second.url}/services`);
    expect([last.status, last.headers.get('connection')]).toEqual([200, 'close']);
    await second.stop();
    expect(Date.now() - began).toBeLessThan(5_000);
    for (const socket of idle) socket.destroy();
    expect(listProcessesOf(dataDir)).toEqual([]);
  });

  test('a closed terminal leaves nothing behind @audit', async () => {
    const port = String(await findFreePort());
    const command = `exec ${process.execPath} tools/setup/start.mjs start`;
    // `script` provides a terminal for the command, and closes it when killed.
    const terminal = startCommand(
      [
        '-e',
        `require('node:child_process').spawn('script', ['-qec', process.argv[1], '/dev/null'], { stdio: 'inherit' })
        .on('spawn', function () { console.log('script', this.pid); })`,
        command,
      ],
      { DATA_DIR: dataDir, PORT: port },
    );
    await terminal.waitForOutput(up);
    process.kill(Number(/script (\d+)/.exec(terminal.output())?.[1]), 'SIGKILL');
    await terminal.exited;
    await expect.poll(() => listProcessesOf(dataDir)).toEqual([]);
  });

  test('SIGUSR1 opens no inspector; kill -9 of start.mjs leaves nothing behind @audit', async () => {
    const port = String(await findFreePort());
    const command = startCommand(['tools/setup/start.mjs', 'start'], { DATA_DIR: dataDir, PORT: port });
    await command.waitForOutput(up);
    const { pid } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')) as { pid: number };
    for (const one of [pid, Number(command.process.pid)]) process.kill(one, 'SIGUSR1');
    expect((await fetch(`http://localhost:${port}/services`)).status).toBe(200);
    expect(command.output()).not.toContain('Debugger');
    command.process.kill('SIGKILL');
    await expect.poll(() => listProcessesOf(dataDir)).toEqual([]);
    await command.exited;
  });

  test('the server listens, and responds that it is starting, before the database is ready @audit', async () => {
    const port = await findFreePort();
    const command = startCommand(['server/commands/main.ts', 'start'], {
      DATA_DIR: dataDir,
      PORT: String(port),
    });
    let first: Response | undefined;
    while (!first) first = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    await command.waitForOutput(up);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    // The output contains the next step for the operator, not the steps of the database.
    const output = command.output();
    expect(output).toMatch(
      /^Database ready: \d+ migrations applied, sample content added\.\n\n {2}Fairlead {3}http/,
    );
    expect(output).toMatch(/becomes the owner:\n {13}http:\S+\/auth\?owner#owner=\S+\n/);
    expect(output).not.toContain('{');
    command.process.kill('SIGINT');
    expect(await command.exited).toBe(0);
    expect(listProcessesOf(dataDir)).toEqual([]);
  });
});

describe('an impossible setting is reported in one line that names it and the fix', () => {
  test('a second server on the same data folder is refused', async ({ product }) => {
    const second = await runServerToEnd({ DATA_DIR: product.dataDir });
    expect(second.code).toBe(1);
    expect(second.lines).toEqual([expect.stringMatching(/Another server \(process \d+\).*DATA_DIR/)]);
    const started = startCommand(['tools/setup/start.mjs', 'start'], { DATA_DIR: product.dataDir });
    expect(await started.exited).toBe(1);
    expect(started.output()).toBe(
      `fairlead: another server (process ${product.process.pid}) is using ${product.dataDir}: open ${product.url}, or stop it first\n`,
    );
  });

  test('a start whose port is in use ends before it has changed anything', async () => {
    const port = await findFreePort();
    const holder = await occupyPort(port);
    const busy = await runServerToEnd({ PORT: String(port), DATA_DIR: dataDir });
    holder.close();
    expect(busy).toEqual({
      code: 1,
      lines: [
        expect.stringMatching(
          new RegExp(`^fairlead: port ${port} is in use.*PORT=${port + 1} ./fairlead start$`),
        ),
      ],
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  // 78 if a restart does not help; an address may become available later.
  const settings: [Record<string, string>, RegExp, number][] = [
    [{ SIGN_UP: 'maybe' }, /^fairlead: SIGN_UP: choose open, approval or closed/, 78],
    [{ PORT: 'many' }, /^fairlead: PORT: use a port number/, 78],
    [{ HOST: '192.0.2.1' }, /^fairlead: HOST 192\.0\.2\.1 is not an address of this machine/, 1],
    [{ HOST: 'nowhere.invalid' }, /^fairlead: HOST nowhere\.invalid cannot be resolved/, 1],
    [{ SITE_URL: 'https://u:hunter2@example.com' }, /^fairlead: SITE_URL: (?!.*hunter2)/, 78],
    [{ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }, /^fairlead: DATABASE_URL: .*cannot be reached/, 1],
    [
      { SUPABASE_URL: 'http://127.0.0.1:9', PUBLISHABLE_KEY: 'p'.repeat(24), SECRET_KEY: 's'.repeat(24) },
      /^fairlead: SUPABASE_URL: http:\/\/127\.0\.0\.1:9 cannot be reached/,
      1,
    ],
  ];
  test('a start with a wrong setting ends with a message that names it @audit', async () => {
    const ends = await Promise.all(
      settings.map(([given]) => runServerToEnd({ DATA_DIR: dataDir, ...given })),
    );
    expect(ends).toEqual(settings.map(([, line, code]) => ({ code, lines: [expect.stringMatching(line)] })));
  });

  test('the development server starts only in local mode on an address that other machines reach @audit', async () => {
    const command = startCommand(['tools/setup/checkout.mjs', 'dev'], {
      PORT: String(await findFreePort()),
      HOST: '0.0.0.0',
    });
    expect([await command.exited, command.output()]).toEqual([
      78,
      expect.stringMatching(/^fairlead: HOST: npm run dev/),
    ]);
  });

  test('a data folder that is a file, below one, or cannot be made @audit', async () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    const unmakable = ['/proc/nothing/data', join(dataDir, 'n'.repeat(300))];
    for (const folder of [file, join(file, 'data'), ...unmakable]) {
      expect(await runServerToEnd({ DATA_DIR: folder })).toEqual({
        code: 1,
        lines: [
          expect.stringMatching(
            new RegExp(`^fairlead: ${folder} (is|cannot be made) .*: set DATA_DIR to a folder`),
          ),
        ],
      });
    }
  });

  test('a start with a read-only or a full data folder ends with a message that names it @audit', async ({
    skip,
  }) => {
    skip(!isRoot, 'only root can mount a small file system');
    const mount = join(dataDir, 'mount');
    mkdirSync(mount);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', mount]);
    skip(mounted.status !== 0, 'mounting is not permitted here');
    try {
      const full = await runServerToEnd({ DATA_DIR: join(mount, 'data') });
      expect(full.code).toBe(1);
      expect(full.lines).toEqual([
        expect.stringMatching(/^fairlead: .*disk that holds .* is full.* free some space/),
      ]);
      spawnSync('mount', ['-o', 'remount,ro', mount]);
      const readOnly = await runServerToEnd({ DATA_DIR: join(mount, 'other') });
      expect(readOnly.lines).toEqual([expect.stringMatching(/read-only file system: set DATA_DIR/)]);
    } finally {
      spawnSync('umount', [mount]);
    }
  });
});

describe('users and folders', () => {
  test('the keys and the password are for their owner alone', async ({ product }) => {
    for (const name of ['keys.json', 'database.json']) {
      expect([name, (statSync(join(product.dataDir, name)).mode & 0o777).toString(8)]).toEqual([name, '600']);
    }
  });

  test('root in a folder only root may enter: the database is outside, and the output names its folder @audit', async ({
    skip,
  }) => {
    skip(!isRoot, 'an ordinary user enters its own folders');
    const folder = join(dataDir, 'closed');
    mkdirSync(folder, { mode: 0o700 });
    const product = await startProduct({}, join(folder, 'data'));
    expect((await fetch(`${product.url}/services`)).status).toBe(200);
    const home = /its database in (\S+)/.exec(product.output())?.[1] ?? '';
    expect(home).toMatch(/^\/var\/lib\/fairlead\//);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await product.stop();
    removeFolder(join(folder, 'data'));
    expect(existsSync(dirname(home))).toBe(false);
  });

  test('an ordinary user in a folder only it may enter @audit', async ({ skip }) => {
    skip(!isRoot, 'only root can become another user to prove this');
    const reachable =
      spawnSync('test', ['-r', join(projectRoot, 'tools/setup/start.mjs')], nobodyAccount).status === 0;
    skip(!reachable, 'this clone is in a folder that other users cannot enter');
    const own = temporaryFolder(0o700, nobodyAccount);
    const command = startCommand(
      ['server/commands/main.ts', 'start'],
      { DATA_DIR: join(own, 'data'), PORT: String(await findFreePort()) },
      nobodyAccount,
    );
    await command.waitForOutput(up);
    expect(command.output()).toContain(`Data       ${join(own, 'data')}\n`);
    command.process.kill('SIGHUP');
    expect(await command.exited).toBe(0);
    expect(listProcessesOf(own)).toEqual([]);
    removeFolder(own);
  });
});
