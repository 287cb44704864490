// Runs a command's work with a connected backend; checks an email argument.
import type { ConnectedBackend } from '../boot/connect-backend.ts';
import { readConfig, type ServerConfig, type Environment } from '../config.ts';
import { disableInfoLogs } from '../log/write-log.ts';
import { connectCommandToBackend } from './connect-command-to-backend.ts';

export async function withBackend(
  environment: Environment,
  work: (config: ServerConfig, connected: ConnectedBackend) => Promise<void>,
): Promise<void> {
  disableInfoLogs();
  const { config, connected } = await connectCommandToBackend(readConfig(environment));
  try {
    await work(config, connected);
  } finally {
    await connected.close();
  }
}

/** Must be called before anything is opened. */
export function checkEmailArgument(email: string): void {
  if (!/^[^@\s]+@[^@\s]+$/.test(email))
    throw new Error(`${JSON.stringify(email)} is not an email address; use one such as you@example.com`);
}
