// Builds the command-line parser from the declared commands; explains usage errors.
import { Argument, Command, CommanderError } from 'commander';
import { formatCommandLine } from '@fairlead/backend/errors';
import { readProgramVersion } from '../process/read-program-version.ts';
import type { CommandDeclaration } from './command-declaration.ts';
import { operatorCommands } from './operator-commands.ts';

export type DeclaredCommandRunner = (
  declaration: CommandDeclaration,
  args: string[],
  options: object,
) => Promise<void>;

/**
 * Help and usage errors are thrown as CommanderErrors; `run` is called only for a valid command line.
 * `contributorCommands` exist only in a clone; npm lists them, the help does not.
 */
export function createCommandLineParser(
  run: DeclaredCommandRunner,
  contributorCommands: readonly CommandDeclaration[] = [],
): Command {
  const program = new Command('COMMAND')
    .version(readProgramVersion())
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    // Errors are printed by printError().
    .configureOutput({ outputError: () => {} })
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      commandUsage: (command) =>
        formatCommandLine(command.name(), command.parent ? command.usage() : '[options]'),
    });
  for (const declaration of operatorCommands) addCommand(program, declaration, false, run);
  for (const declaration of contributorCommands) addCommand(program, declaration, true, run);
  program
    .command('help')
    .summary('list the commands, or show how to use one')
    .argument('[command]')
    .action((name: string | undefined) => {
      if (name === undefined) return program.help();
      const command = program.commands.find((each) => each.name() === name);
      return command ? command.help() : program.error(`unknown command '${name}'`, unknownCommand);
    });
  return program;
}

const unknownCommand = { code: 'commander.unknownCommand' };

function addCommand(
  program: Command,
  declaration: CommandDeclaration,
  hidden: boolean,
  run: DeclaredCommandRunner,
): void {
  const sentence = `${declaration.summary[0]?.toUpperCase()}${declaration.summary.slice(1)}.`;
  const command = program
    .command(declaration.name, { hidden })
    .summary(declaration.summary)
    .description(declaration.details ? `${sentence}\n${declaration.details}` : sentence);
  for (const [term, description, choices] of declaration.arguments ?? []) {
    const argument = new Argument(term, description);
    command.addArgument(choices ? argument.choices(choices) : argument);
  }
  for (const [flags, description] of declaration.options ?? []) command.option(flags, description);
  if (declaration.isDestructive) command.option('--yes', 'skip the confirmation');
  command.action(() => run(declaration, command.args, command.opts()));
}

/** One sentence with the next step. */
export function describeUsageError(
  error: CommanderError,
  [name]: readonly string[],
  program: Command,
): string {
  const message = error.message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '')
    .replaceAll(/\. (\w)/g, (_, letter: string) => `, ${letter.toLowerCase()}`);
  if (error.code === unknownCommand.code)
    return `${message}; use one of: ${operatorCommands.map(({ name: known }) => known).join(', ')}`;
  const isCommand = program.commands.some((command) => command.name() === name);
  return `${message}; see ${isCommand && name ? formatCommandLine(name, '--help') : formatCommandLine('help')}`;
}
