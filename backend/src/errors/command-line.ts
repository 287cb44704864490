/** How an operator types it, for messages: `./fairlead staff EMAIL ROLE`. */
export function commandLine(command: string, args = ''): string {
  return `./fairlead ${command}${args && ` ${args}`}`;
}
