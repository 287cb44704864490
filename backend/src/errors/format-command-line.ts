/** The command line that an operator types, for messages: `./fairlead staff EMAIL ROLE`. */
export function formatCommandLine(command: string, args = ''): string {
  return `./fairlead ${command}${args && ` ${args}`}`;
}
