import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUpFolder } from '../set-up.ts';
import { startBackendProgram } from '../start-program.ts';

// Long, because it starts servers with their own databases, and the machine may be busy.
const pollOptions = { timeout: 60_000 };

const workdir = setUpFolder(0o755);

async function processesOf(path: string): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.includes(path)).length;
}

test('kill -9 of the server ends the processes of its functions, loops included', async () => {
  const folder = join(workdir, 'supabase', 'functions', 'loops');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.ts'), 'Deno.serve(() => { for (;;); });');
  await writeFile(join(workdir, 'supabase', 'config.toml'), '[functions.loops]\nverify_jwt = false');
  const server = startBackendProgram(workdir);
  await server.waitForOutput(/Keys/);
  const call = fetch(`${/http:\S+/.exec(server.standardOutput())?.[0]}/functions/v1/loops`).catch(() => null);
  await expect.poll(() => processesOf(folder), pollOptions).toBeGreaterThan(0);
  await server.stop('SIGKILL');
  await call;
  await expect.poll(() => processesOf(folder), pollOptions).toBe(0);
}, 120_000);
