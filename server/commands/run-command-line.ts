// Parses the command line, runs the matching command, reports usage errors.
import { createInterface } from 'node:readline/promises';
import { CommanderError } from 'commander';
import { createCommandLineParser, describeUsageError } from './create-command-line-parser.ts';
import type { CommandCall, CommandDeclaration } from './command-declaration.ts';
import { dropToDataFolderOwner } from './drop-to-owner.mjs';
import { exitProcess } from '../process/exit-process.ts';
import { flushOutput, ignoreClosedOutput } from './ignore-closed-output.mjs';

/** Parses first: help and usage errors prepare nothing, open nothing and change nothing. */
export async function runCommandLine(
  args: string[],
  {
    prepare = () => {},
    contributorCommands,
  }: {
    prepare?: (command: CommandDeclaration) => Promise<void> | void;
    contributorCommands?: readonly CommandDeclaration[];
  } = {},
): Promise<void> {
  ignoreClosedOutput();
  const program = createCommandLineParser(async (command, given, options) => {
    await prepare(command);
    await runDeclared(command, given, options);
  }, contributorCommands);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isHelp = error.code === 'commander.help' || error.exitCode === 0;
    if (!isHelp) process.stderr.write(`fairlead: ${describeUsageError(error, args, program)}\n`);
    await exit(error.exitCode);
  }
}

async function runDeclared(command: CommandDeclaration, args: string[], options: object): Promise<void> {
  const environment = process.env;
  // Also where nothing was prepared.
  if (command.dataFolder !== undefined) dropToDataFolderOwner();
  const call: CommandCall<never> = {
    args,
    // Each command declares the type of its options.
    options: options as never,
    environment,
    confirm: (question) => confirm(options, question),
  };
  if (command.kind !== 'command') return (await command.load())(call);
  const [{ registerSecrets }, { printError }, { findUnknownSettings }] = await Promise.all([
    import('../log/hide-secrets.ts'),
    import('../log/print-error.ts'),
    import('../doctor/unknown-settings.ts'),
  ]);
  registerSecrets(environment);
  // The doctor reports them among its findings.
  if (command.name !== 'doctor')
    for (const { finding, fix } of findUnknownSettings(environment))
      process.stderr.write(`fairlead: ${finding}; ${fix}\n`);
  try {
    if (command.changes === 'data') await rejectCopiedFolder();
    await (
      await command.load()
    )(call);
  } catch (error) {
    printError(error, environment);
    return exit(1);
  }
  await exit(0);
}

/** What was done stays done if the reader has gone; only output that could not be written, as to a full disk, is a failure. */
async function exit(code: number): Promise<never> {
  const error = await flushOutput();
  if (error) process.stderr.write(`fairlead: standard output could not be written: ${error.message}\n`);
  exitProcess(code || (error ? 1 : 0));
}

/** A copy of a data folder with a relocated database shares that database with its original. */
async function rejectCopiedFolder(): Promise<void> {
  const [{ readConfig }, { rejectCopiedDataFolder }] = await Promise.all([
    import('../settings/config.ts'),
    import('@fairlead/backend/embedded'),
  ]);
  const { DATA_DIR, DATABASE_URL, SUPABASE_URL } = readConfig(process.env);
  if (!DATABASE_URL && !SUPABASE_URL) rejectCopiedDataFolder(DATA_DIR, false);
}

async function confirm(options: { yes?: true }, question: string): Promise<boolean> {
  if (options.yes) return true;
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  // With `terminal: true`, Ctrl-C would not end the process.
  const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
  const reply = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(reply.trim());
}
