import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProductProgram } from '../start-program.ts';

// Long, because it starts servers with their own databases, and the machine may be busy.
const pollOptions = { timeout: 60_000 };

async function processesOf(path: string): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.includes(path)).length;
}

test('kill -9 of the server ends the processes of its functions, loops included', async () => {
  const workdir = await mkdtemp(join(tmpdir(), 'killed-'));
  const folder = join(workdir, 'supabase', 'functions', 'loops');
  try {
    await chmod(workdir, 0o755);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'index.ts'), 'Deno.serve(() => { for (;;); });');
    await writeFile(join(workdir, 'supabase', 'config.toml'), '[functions.loops]\nverify_jwt = false');
    const server = startProductProgram([
      'server/commands/main.ts',
      'backend',
      '--workdir',
      workdir,
      '--port',
      '0',
    ]);
    await server.waitForOutput(/Keys/);
    const call = fetch(`${/http:\S+/.exec(server.standardOutput())?.[0]}/functions/v1/loops`).catch(
      () => null,
    );
    await expect.poll(() => processesOf(folder), pollOptions).toBeGreaterThan(0);
    await server.stop('SIGKILL');
    await call;
    await expect.poll(() => processesOf(folder), pollOptions).toBe(0);
  } finally {
    // The database exits a moment after its server.
    await rm(workdir, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
  }
}, 120_000);
