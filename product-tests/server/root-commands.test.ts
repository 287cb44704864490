import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '@fairlead/backend/testing';
import { operatorCommands } from '../../server/commands/operator-commands.ts';
import { projectRoot } from '../../server/project-root.ts';
import { isRoot, startCommand } from '../../e2e/product/command.ts';
import { expect, test } from '../fixture.ts';
import { findFreePort } from '../../e2e/product/product.ts';

/** An account of every Linux, other than the one that runs the database of root. */
const service = { uid: 1, gid: 1 };
/** A restore needs an empty folder and rejects this one. */
const args: Record<string, string[]> = {
  staff: ['someone@example.com', 'none'],
  restore: ['/tmp'],
  'undo-upgrade': ['--yes'],
  'remove-samples': ['--yes'],
};

test(
  'B-277 every command as root between two starts of the service leaves a site that starts and backs up @audit',
  { timeout: 900_000 },
  async ({ skip }) => {
    skip(!isRoot, 'only root can become the account of a service');
    const readable = spawnSync('test', ['-r', join(projectRoot, 'server/commands/main.ts')], service);
    skip(readable.status !== 0, 'this clone is in a folder that other users cannot enter');
    const root = temporaryFolder(0o755, service);
    const settings = {
      DATA_DIR: join(root, 'data'),
      TMPDIR: '/tmp',
      BACKUP_TO: join(root, 'backups'),
      BACKUP_PASSPHRASE: 'a passphrase that is long',
    };
    const start = async (account = {}) => {
      const url = `http://localhost:${await findFreePort()}`;
      const environment = { ...settings, PORT: new URL(url).port };
      const program = startCommand(['server/commands/main.ts', 'start'], environment, account);
      await program.waitForOutput(/Owner .*[\r\n]|Fairlead .*http/);
      return {
        url,
        stop: () => {
          program.process.kill('SIGTERM');
          return program.exited;
        },
      };
    };
    const run = async (command: string[], account = {}) => {
      const program = startCommand(['server/commands/main.ts', ...command], settings, account);
      return { code: await program.exited, output: program.output() };
    };
    const runAllAsRoot = async () => {
      for (const { name, kind } of operatorCommands)
        if (kind === 'command')
          expect((await run([name, ...(args[name] ?? [])])).output, name).not.toMatch(/\n\s+at |EACCES/);
    };
    try {
      const first = await start(service);
      await runAllAsRoot();
      expect(await first.stop()).toBe(0);
      await runAllAsRoot();
      expect(await (await start()).stop()).toBe(0);
      const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
      expect(names).toEqual(expect.arrayContaining(['data/database.json', 'data/keys.json']));
      expect(names.filter((name) => lstatSync(join(root, name)).uid !== service.uid)).toEqual([]);
      const second = await start(service);
      expect((await fetch(`${second.url}/services`)).status).toBe(200);
      expect(await run(['backup'], service)).toMatchObject({ code: 0 });
      expect(await second.stop()).toBe(0);
    } finally {
      removeFolder(root);
    }
  },
);
