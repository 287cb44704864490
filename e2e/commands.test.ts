import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../run/project-root.ts';
import { expect, test } from './fixture.ts';
import { freePort, startProduct } from './product.ts';

interface Ended {
  code: number | null;
  said: string;
}

/** Runs serve.ts until it ends by itself. */
async function runToEnd(environment: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, ['serve.ts'], {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(await freePort()),
      ...environment,
    },
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, said })));
}

function processesNaming(text: string): string[] {
  const list = spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).stdout;
  return list.split('\n').filter((line) => line.includes(text) && !line.includes('ps -eo'));
}

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'fairlead-commands-'));
}

test.describe('the start command', () => {
  test('data survives kill -9 and is found by the next start; SIGTERM leaves no process', async () => {
    const dataDir = temporaryFolder();
    const first = await startProduct({}, dataDir);
    const lead = {
      name: 'Ana Roy',
      email: 'ana@roy.example',
      company: null,
      phone: null,
      message: 'Survives',
    };
    expect((await first.visitor().from('leads').insert(lead)).error).toBeNull();
    first.process.kill('SIGKILL');
    await new Promise((resolve) => first.process.once('exit', resolve));
    const second = await startProduct({}, dataDir);
    const { data } = await second.admin().from('leads').select('message').eq('email', lead.email);
    expect(data).toEqual([{ message: 'Survives' }]);
    await second.stop();
    expect(processesNaming(dataDir)).toEqual([]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('a second server on the same data folder is refused with a clear message', async ({ product }) => {
    const { code, said } = await runToEnd({ DATA_DIR: product.dataDir });
    expect(code).toBe(1);
    expect(said).toContain(product.dataDir);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  test('a port in use, a bad setting, a folder that cannot be made: one line that names it and the fix', async () => {
    const holder = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
    const dataDir = temporaryFolder();
    const busy = await runToEnd({ PORT: String(port), DATA_DIR: dataDir });
    holder.close();
    expect(busy).toMatchObject({
      code: 1,
      said: expect.stringMatching(new RegExp(`^fairlead: port ${port} is in use.*PORT=`)),
    });
    expect(await runToEnd({ SIGN_UP: 'maybe' })).toMatchObject({
      code: 1,
      said: expect.stringContaining('SIGN_UP: choose open, approval or closed'),
    });
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    const blocked = await runToEnd({ DATA_DIR: join(file, 'data') });
    expect(blocked.code).toBe(1);
    expect(blocked.said).toContain(join(file, 'data'));
    expect(blocked.said.trim().split('\n')).toHaveLength(1);
    expect(processesNaming(dataDir)).toEqual([]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('the keys and the password are for their owner alone', async ({ product }) => {
    for (const name of ['keys.json', 'database.json']) {
      const file = join(product.dataDir, name);
      if (!existsSync(file)) continue;
      const mode = spawnSync('stat', ['-c', '%a', file], { encoding: 'utf8' }).stdout.trim();
      expect([name, mode]).toEqual([name, '600']);
    }
  });

  test('an ordinary user works in a folder that only its owner may enter', async () => {
    test.skip(process.getuid?.() !== 0, 'only root can become another user to prove this');
    const dataDir = temporaryFolder();
    chmodSync(dataDir, 0o700);
    const product = await startProduct({}, dataDir);
    expect((await fetch(`${product.url}/services`)).status).toBe(200);
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

test('G-4 local mode refuses a request that came through a proxy, and names SITE_URL', async ({
  product,
}) => {
  const answer = await fetch(product.url, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(answer.status).toBe(421);
  expect(await answer.text()).toContain('SITE_URL');
});
