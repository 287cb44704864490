import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommanderError } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWholeMatrix } from '@fairlead/backend/testing/target';
import { projectRoot } from '../../server/project-root.ts';
import {
  createCommandLineParser,
  describeUsageError,
} from '../../server/commands/create-command-line-parser.ts';
import type { CommandDeclaration } from '../../server/commands/command-declaration.ts';
import { operatorCommands } from '../../server/commands/operator-commands.ts';
import { contributorCommands } from './contributor-commands.ts';

const commands = [...operatorCommands, ...contributorCommands];
/** The required arguments of a command, with sample values. */
const wanted = (command: CommandDeclaration): string[] =>
  (command.arguments ?? [])
    .filter(([term]) => term.startsWith('<'))
    .map(([, , choices]) => choices?.[0] ?? 'x');

let folder: string;
let dataDir: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-commands-'));
  dataDir = join(folder, 'data');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function run(program: string[], environment: Record<string, string> = {}): Promise<Ended> {
  const env = { PATH: process.env['PATH'], TMPDIR: folder, DATA_DIR: dataDir, ...environment };
  return new Promise((resolve) =>
    execFile(process.execPath, program, { cwd: projectRoot, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr }),
    ),
  );
}

test.each([
  ['server/commands/main.ts', 'backup'],
  ['tools/setup/checkout.mjs', 'drill'],
])(
  'B-218 %s %s --help and --nonsense end with an exit code, and write and open nothing',
  async (program, name) => {
    const help = await run([program, name, '--help']);
    expect({ ...help, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(help.stdout).toMatch(/^Usage: /);
    expect(await run([program, name, 'x', '--nonsense'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `fairlead: unknown option '--nonsense'; see ./fairlead ${name} --help\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
  },
  60_000,
);

test('B-218 start.mjs prepares nothing for a help or a mistake', async () => {
  const builtAt = () => readFileSync(join(projectRoot, 'node_modules/.fairlead/built'), 'utf8');
  const before = existsSync(join(projectRoot, 'node_modules/.fairlead/built')) && builtAt();
  // No data folder can be created there, so a server would be refused.
  const unusable = { DATA_DIR: '/proc/nothing/data' };
  const help = await run(['tools/setup/start.mjs', 'start', '-h'], unusable);
  expect([help.code, help.stdout.split('\n')[0], help.stderr]).toEqual([
    0,
    'Usage: ./fairlead start [options]',
    '',
  ]);
  const mistake = await run(['tools/setup/start.mjs', 'start', 'now'], unusable);
  expect([mistake.code, mistake.stdout]).toEqual([1, '']);
  expect(mistake.stderr).toBe(
    "fairlead: too many arguments for 'start', expected 0 arguments but got 1: now; see ./fairlead start --help\n",
  );
  expect(before && builtAt()).toBe(before);
}, 120_000);

/** Parsed in this process; resolves with what is printed and the command that would run, or the code of the usage error. */
async function parse(args: string[]): Promise<{ result: string; printed: string }> {
  let ran = '';
  let printed = '';
  const program = createCommandLineParser(async ({ name }, given, options) => {
    ran = `${name} ${given.join(' ')} ${JSON.stringify(options)}`;
  }, contributorCommands);
  for (const command of [program, ...program.commands])
    command.configureOutput({
      writeOut: (text) => (printed += text),
      writeErr: () => {},
      outputError: () => {},
    });
  const result = await program.parseAsync(args, { from: 'user' }).then(
    () => ran,
    (error: CommanderError) => {
      if (error.exitCode !== 0) printed = describeUsageError(error, args, program);
      return ran ? `${ran} after ${error.code}` : error.code;
    },
  );
  return { result, printed };
}

test.each(commands)('B-218 $name has -h and help, and rejects what it does not declare', async (command) => {
  const { name, arguments: declared = [], options = [] } = command;
  const given = [name, ...wanted(command)];
  for (const args of [
    [name, '-h'],
    [name, '--help'],
    [...given, '--help'],
  ]) {
    const { result, printed } = await parse(args);
    expect(result).toBe('commander.helpDisplayed');
    expect(printed).toMatch(/^Usage: /);
    for (const [text] of [...declared, ...options])
      expect(printed).toContain(text.replaceAll(/[<>[\].]/g, '').split(' ')[0]);
  }
  expect((await parse(['help', name])).result).toMatch(/^commander\.help/);
  for (const option of ['--nonsense', '--help=yes', '-x'])
    expect(await parse([...given, option])).toEqual({
      result: 'commander.unknownOption',
      printed: `unknown option '${option}'; see ./fairlead ${name} --help`,
    });
  if (!declared.some(([term]) => term.includes('...'))) {
    const all = declared.map(([, , choices]) => choices?.[0] ?? 'x');
    expect((await parse([name, ...all, 'more'])).result).toBe('commander.excessArguments');
  }
  expect((await parse(given)).result).toBe(`${name} ${wanted(command).join(' ')} {}`);
});

test('an unknown command names those of an operator, and every one of a contributor is an npm script', async () => {
  const { code, stderr } = await run(['server/commands/main.ts', 'serv']);
  const names = operatorCommands.map(({ name }) => name);
  expect([code, stderr]).toEqual([1, `fairlead: unknown command 'serv'; use one of: ${names.join(', ')}\n`]);
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const started = Object.entries(scripts).flatMap(([name, script]) =>
    script.startsWith('exec ./fairlead ') ? [[name, script.split(' ')[2]]] : [],
  );
  expect(started.toSorted()).toEqual(
    ['start', ...contributorCommands.map(({ name }) => name)].map((name) => [name, name]).toSorted(),
  );
}, 60_000);

test('B-218 a command that deletes does nothing without --yes where it cannot ask', async () => {
  expect(commands.filter(({ isDestructive }) => isDestructive).map(({ name }) => name)).toEqual([
    'undo-upgrade',
    'remove-samples',
  ]);
  const { code, stderr } = await run(['server/commands/main.ts', 'remove-samples']);
  expect([code, stderr]).toEqual([
    1,
    'fairlead: nothing was deleted; to delete the samples without confirmation: ./fairlead remove-samples --yes\n',
  ]);
  // `script` provides a terminal, on which the question is asked.
  const asked = await new Promise<string>((resolve) => {
    const command = `${process.execPath} server/commands/main.ts remove-samples`;
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir };
    const child = execFile('script', ['-qec', command, '/dev/null'], { cwd: projectRoot, env }, (_, stdout) =>
      resolve(stdout),
    );
    child.stdin?.end('n\n');
  });
  expect(asked).toContain('Delete the sample leads with their messages, and the sample content? [y/N]');
  expect(asked).toContain('nothing was deleted');
  expect(readdirSync(folder)).toEqual([]);
}, 120_000);

test('B-218 in a copy of a data folder whose database is elsewhere every command that changes data is refused', async () => {
  const [original, copy, cluster] = ['original', 'copy', 'cluster'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [original, copy, cluster]) mkdirSync(each);
  const id = '0123456789abcdef';
  const metadata = JSON.stringify({ id, home: cluster, password: 'of the database' });
  writeFileSync(join(cluster, 'owner.json'), JSON.stringify({ id, folder: original }));
  for (const each of [original, copy]) writeFileSync(join(each, 'database.json'), metadata);
  // Each of these is refused before it is loaded, because of what it declares.
  const refused = commands.filter(({ kind, changes }) => kind === 'command' && changes === 'data');
  expect(refused.map(({ name }) => name)).toEqual([
    'owner',
    'staff',
    'backup',
    'restore',
    'undo-upgrade',
    'rebuild-database',
    'rotate-key',
    'remove-samples',
  ]);
  // Outside the audit two of them, because each is a process.
  const some = isWholeMatrix ? refused : refused.filter(({ name }) => /^(backup|remove-samples)$/.test(name));
  for (const command of some) {
    const yes = command.isDestructive ? ['--yes'] : [];
    const args = ['server/commands/main.ts', command.name, ...wanted(command), ...yes];
    const { code, stderr } = await run(args, {
      DATA_DIR: copy,
      BACKUP_PASSPHRASE: 'a passphrase of the test',
    });
    expect([command.name, code, stderr]).toEqual([
      command.name,
      1,
      expect.stringContaining(`${copy} is a copy of ${original}, which owns the one database of both`),
    ]);
    expect(readdirSync(copy)).toEqual(['database.json']);
  }
}, 60_000);
