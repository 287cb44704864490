/** The command line that an operator types, for messages: `./fairlead staff EMAIL ROLE`. */
export function commandLine(command: string, args = ''): string {
  return `./fairlead ${command}${args && ` ${args}`}`;
}
