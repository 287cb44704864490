import { spawn, type SpawnOptions } from 'node:child_process';

export interface RunningProgram {
  output(): string;
  stop(): Promise<void>;
}

/** Ends with this process. Its output is kept for `output`. */
export function runProgram(command: string, args: string[], options: SpawnOptions = {}): RunningProgram {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  return {
    output: () => text,
    async stop() {
      process.off('exit', end);
      end();
      await ended;
    },
  };
}
