// Builds the command-line parser from the declared verbs; explains usage errors.
import { Argument, Command, CommanderError } from 'commander';
import { commandLine } from '@fairlead/backend/errors';
import { programVersion } from '../program-version.ts';
import type { Verb } from './verb.ts';
import { operatorVerbs } from './operator-verbs.ts';

export type RunVerb = (verb: Verb, args: string[], options: object) => Promise<void>;

/**
 * Help and usage errors are thrown as CommanderErrors; `run` is called only for a valid command line.
 * `contributorVerbs` exist only in a clone; npm lists them, the help does not.
 */
export function createProgram(run: RunVerb, contributorVerbs: readonly Verb[] = []): Command {
  const program = new Command('COMMAND')
    .version(programVersion())
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    // Errors are printed by printError().
    .configureOutput({ outputError: () => {} })
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      commandUsage: (command) => commandLine(command.name(), command.parent ? command.usage() : '[options]'),
    });
  for (const verb of operatorVerbs) addVerb(program, verb, false, run);
  for (const verb of contributorVerbs) addVerb(program, verb, true, run);
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

function addVerb(program: Command, verb: Verb, hidden: boolean, run: RunVerb): void {
  const sentence = `${verb.summary[0]?.toUpperCase()}${verb.summary.slice(1)}.`;
  const command = program
    .command(verb.name, { hidden })
    .summary(verb.summary)
    .description(verb.details ? `${sentence}\n${verb.details}` : sentence);
  for (const [term, description, choices] of verb.arguments ?? []) {
    const argument = new Argument(term, description);
    command.addArgument(choices ? argument.choices(choices) : argument);
  }
  for (const [flags, description] of verb.options ?? []) command.option(flags, description);
  if (verb.isDestructive) command.option('--yes', 'skip the confirmation');
  command.action(() => run(verb, command.args, command.opts()));
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
    return `${message}; use one of: ${operatorVerbs.map((verb) => verb.name).join(', ')}`;
  const isVerb = program.commands.some((command) => command.name() === name);
  return `${message}; see ${isVerb && name ? commandLine(name, '--help') : commandLine('help')}`;
}
