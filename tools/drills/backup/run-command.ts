import { startProductProgram } from '@fairlead/backend/testing';
import { operatorCommands } from '../../../server/commands/operator-commands.ts';

export const drillPassphrase = 'a passphrase for the drill';

interface Account {
  uid: number;
  gid: number;
}

/** Runs a command of operators or contributors; resolves to its output, or throws it if the command fails. */
export async function runCommand(
  command: string[],
  environment: Record<string, string>,
  account?: Account,
): Promise<string> {
  const isOperators = operatorCommands.some(({ name }) => name === command[0]);
  const running = startProductProgram(
    [isOperators ? 'server/commands/main.ts' : 'tools/setup/checkout.mjs', ...command],
    { BACKUP_PASSPHRASE: drillPassphrase, NODE_ENV: 'production', ...environment },
    account,
  );
  const code = await running.exited;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${running.output()}`);
  return running.standardOutput();
}

export function printIndented(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

export function formatSecondsSince(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
