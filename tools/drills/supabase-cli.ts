import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatDatabaseUrl } from '@fairlead/backend/database';
import { directConnectionParameters, readEmbeddedConnectionParameters } from '@fairlead/backend/embedded';
import { startProductProgram, type Program } from '@fairlead/backend/testing';
import { findFreePort } from '../../e2e/product/product.ts';
import { projectRoot } from '../../server/project-root.ts';
import { printIndented } from './backup/run-command.ts';
import type { DrillCall } from './backup/drill-call.ts';

export const title =
  'The Supabase CLI agrees with a server that has DATABASE_PORT: migration list, db push --dry-run, gen types, inspect';

const version = '3.1.0';
const run = promisify(execFile);

export default async function drill(_args: readonly string[], { folder }: DrillCall): Promise<void> {
  const cli = await installCli(folder);
  if (cli === null) return;
  const migrations = join(folder, 'supabase', 'migrations');
  await cp(join(projectRoot, 'supabase', 'migrations'), migrations, { recursive: true });
  await mkdir(join(folder, 'home'));
  const dataDir = join(folder, 'data');
  const port = await findFreePort();

  async function supabase(...args: string[]): Promise<string> {
    const owner = readEmbeddedConnectionParameters(dataDir);
    if (owner === undefined) throw new Error(`${dataDir} has no database`);
    const url = formatDatabaseUrl(directConnectionParameters(owner, port));
    // An empty home, so that no login or file of the machine is read or changed.
    const env = { PATH: process.env['PATH'], HOME: join(folder, 'home'), DO_NOT_TRACK: '1' };
    const { stdout, stderr } = await run(cli ?? '', [...args, '--db-url', url], { cwd: folder, env });
    printIndented(`${args.join(' ')}: done`);
    return stdout + stderr;
  }

  let server = await serve(folder, dataDir, port);
  try {
    expectAgreement(await supabase('migration', 'list'));
    expectText(await supabase('db', 'push', '--dry-run'), 'up to date');
    expectText(await supabase('gen', 'types', '--lang', 'typescript'), '"leads"');
    for (const report of ['table-stats', 'index-stats', 'locks', 'long-running-queries', 'role-stats'])
      await supabase('inspect', 'db', report);

    await writeFile(join(migrations, '29990101000000_later.sql'), 'create table public.later (n int);');
    expectText(await supabase('db', 'push', '--dry-run'), '29990101000000_later.sql');
    await server.stop();
    server = await serve(folder, dataDir, port);
    const listed = await supabase('migration', 'list');
    expectAgreement(listed);
    expectText(listed, '29990101000000');
    expectText(await supabase('db', 'push', '--dry-run'), 'up to date');
  } finally {
    await server.stop();
  }
}

/** Null if the package cannot be installed. */
async function installCli(folder: string): Promise<string | null> {
  const tools = join(folder, 'tools');
  await mkdir(tools);
  try {
    await run('npm', ['install', '--prefix', tools, '--no-audit', '--no-fund', `supabase@${version}`]);
    return join(tools, 'node_modules', '.bin', 'supabase');
  } catch (error) {
    printIndented(
      `skipped 1: supabase@${version} could not be downloaded (${(error as Error).message.trim()})`,
    );
    return null;
  }
}

async function serve(workdir: string, dataDir: string, port: number): Promise<Program> {
  const command = [
    'server/commands/main.ts',
    'backend',
    '--workdir',
    workdir,
    '--data-dir',
    dataDir,
    '--port',
    '0',
  ];
  const server = startProductProgram(command, { DATABASE_PORT: String(port) });
  await server.waitForOutput(/Keys .*\n/);
  return server;
}

/** Each line of the table contains the version twice, local and remote. */
function expectAgreement(listed: string): void {
  const rows = listed.split('\n').filter((line) => /\d{14}/.test(line));
  const apart = rows.filter((line) => {
    const [local = '', remote = ''] = line.split('|').map((cell) => /\d{14}/.exec(cell)?.[0]);
    return local === '' || local !== remote;
  });
  if (rows.length === 0 || apart.length > 0) throw new Error(`the lists differ:\n${listed}`);
  printIndented(`${rows.length} migrations, the same in the folder and in the database`);
}

function expectText(printed: string, text: string): void {
  if (!printed.includes(text)) throw new Error(`"${text}" is missing in:\n${printed}`);
}
