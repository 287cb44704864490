import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { installationRoot } from '../../server/commands/project-root.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let isStopping = false;

/** Forwards signals, and exits after one. `quiet` returns the output instead of showing it. */
export function runChild(
  command,
  args,
  { cwd = installationRoot, env = process.env, quiet = false, ipc = false } = {},
) {
  const output = quiet ? 'pipe' : 'inherit';
  const stdio = [quiet ? 'ignore' : 'inherit', output, output, ...(ipc ? ['ipc'] : [])];
  const child = spawn(command, args, { cwd, env, stdio });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  const pass = (signal) => {
    isStopping = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  const stopWatching = whenNpmEnds(() => pass('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: text, error }));
    child.on('close', (code, signal) => {
      stopWatching();
      for (const name of signals) process.off(name, pass);
      // After a signal the next step must not start.
      if (isStopping) process.exit(code ?? 1);
      resolve({ code: code ?? 1, signal, output: text });
    });
  });
}

/** npm cannot forward a kill -9; it can only be detected by a change of our parent process. */
function whenNpmEnds(callback) {
  const parent = process.ppid;
  const isNpm = process.platform === 'linux' && readCommand(parent).startsWith('npm');
  const watch = isNpm && setInterval(() => process.ppid === parent || callback(), 500).unref();
  return () => clearInterval(watch);
}

function readCommand(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
