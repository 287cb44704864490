import { dirname, join } from 'node:path';
import { exitWithError } from '../../server/commands/exit-with-error.mjs';
import { nodeFlags } from '../../server/commands/node-flags.mjs';
import { installationRoot } from '../../server/commands/project-root.mjs';
import { runChild } from './run-child.mjs';

/** The pinned Node on Linux; on other systems the Node that runs this script. */
export function pinnedNode() {
  const path = join(installationRoot, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  return process.platform === 'linux' ? path : process.execPath;
}

/** With the folders of `node` and the project's tools first in PATH. */
export function pinnedEnvironment() {
  const bins = [dirname(pinnedNode()), join(installationRoot, 'node_modules', '.bin')];
  return { ...process.env, PATH: [...bins, process.env.PATH].join(':') };
}

/** Returns the exit code. The IPC channel closes when this process ends, even by kill -9; then the child ends too. */
export async function runOnPinnedNode(args, environment = {}) {
  const env = { ...pinnedEnvironment(), ...environment };
  // SIGUSR1 would open an inspector, which runs any code that another local program sends it.
  process.on('SIGUSR1', () => {});
  const { code, signal, error } = await runChild(pinnedNode(), [...nodeFlags, ...args], {
    env,
    ipc: true,
  });
  if (error) exitWithError(`the pinned Node could not be started: ${error.message}`);
  if (signal) exitWithError(`the server was ended by ${signal}; start it again, what was saved is safe`);
  return code;
}
