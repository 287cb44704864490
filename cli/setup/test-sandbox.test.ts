import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSandbox } from './test-sandbox.mjs';

test.skipIf(process.platform !== 'linux')(
  'what was started with the folder ends with it, detached or not, and the folder is gone',
  async () => {
    const { folder, clear } = openSandbox();
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'database.json'), '{"home":"/tmp/of-somebody-else"}');
    const wait = ['-e', 'console.log("up"); setInterval(() => {}, 60_000)'];
    const child = spawn(process.execPath, wait, {
      detached: true,
      env: { TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
    clear();
    expect(await ended).toBe('SIGKILL');
    expect(existsSync(folder)).toBe(false);
  },
);
