import { spawnSync } from 'node:child_process';
import { chownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '@fairlead/backend/testing';
import { operatorCommands } from '../../server/commands/operator-commands.ts';
import { projectRoot } from '../../server/project-root.ts';
import { isRoot, startCommand } from '../product/command.ts';
import { expect, test } from '../product/fixture.ts';
import { findFreePort } from '../product/product.ts';

/** An account of every Linux, other than the one that runs the database of root. */
const service = { uid: 1, gid: 1 };
/** Those that serve are started by the test; a restore needs an empty folder and refuses this one. */
const args: Record<string, string[]> = {
  staff: ['someone@example.com', 'none'],
  restore: ['/tmp'],
  'undo-upgrade': ['--yes'],
  'remove-samples': ['--yes'],
};

test('B-277 every command as root between two starts of the service leaves a site that starts and backs up @audit', async () => {
  test.setTimeout(900_000);
  test.skip(!isRoot, 'only root can become the account of a service');
  const readable = spawnSync('test', ['-r', join(projectRoot, 'server/commands/main.ts')], service);
  test.skip(readable.status !== 0, 'this clone is in a folder that other users cannot enter');
  const root = temporaryFolder(0o755, service);
  const dataDir = join(root, 'data');
  const settings = {
    DATA_DIR: dataDir,
    TMPDIR: '/tmp',
    BACKUP_TO: join(root, 'backups'),
    BACKUP_PASSPHRASE: 'a passphrase that is long',
  };
  const start = async () => {
    const port = String(await findFreePort());
    const program = startCommand(['server/commands/main.ts', 'start'], { ...settings, PORT: port }, service);
    await program.waitForOutput(/Owner .*[\r\n]|Fairlead .*http/);
    return { program, url: `http://localhost:${port}` };
  };
  const run = async (command: string[], account = {}) => {
    const program = startCommand(['server/commands/main.ts', ...command], settings, account);
    return { code: await program.exited, output: program.output() };
  };
  const runAll = async () => {
    for (const { name, kind } of operatorCommands)
      if (kind === 'command') expect((await run([name, ...(args[name] ?? [])])).output).not.toContain(' at ');
  };
  try {
    const first = await start();
    await runAll();
    first.program.process.kill('SIGTERM');
    expect(await first.program.exited).toBe(0);
    await runAll();
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => statSync(join(root, name)).uid !== service.uid)).toEqual([]);
    const second = await start();
    expect((await fetch(`${second.url}/services`)).status).toBe(200);
    expect(await run(['backup'], service)).toMatchObject({ code: 0 });
    second.program.process.kill('SIGTERM');
    expect(await second.program.exited).toBe(0);
    // A later removal as another user would fail otherwise.
    chownSync(root, 0, 0);
  } finally {
    removeFolder(root);
  }
});
