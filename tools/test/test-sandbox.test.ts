import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSandbox } from './test-sandbox.mjs';

test.skipIf(process.platform !== 'linux')(
  'processes started with the folder are killed with it, detached ones too, and the folder is removed',
  async () => {
    const { folder, clear } = openSandbox();
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'database.json'), '{"home":"/tmp/of-another-clone"}');
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
