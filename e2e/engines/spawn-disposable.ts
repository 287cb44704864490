import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

interface Program extends Disposable {
  /** the first line that it prints: the number of a display, the address of a bus */
  firstLine: () => Promise<string>;
}

/** Runs a program until it is disposed of, or until this process exits. */
export function spawnDisposable(program: string, args: string[] = [], env = process.env): Program {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.resume();
  const stop = () => void child.kill('SIGKILL');
  process.once('exit', stop);
  return {
    async firstLine() {
      for await (const line of createInterface({ input: child.stdout })) return line;
      throw new Error(`${program} printed nothing`);
    },
    [Symbol.dispose]() {
      process.off('exit', stop);
      stop();
    },
  };
}

/** Starts a virtual display, which lasts as long as the stack; returns its name. */
export async function startVirtualDisplay(stack: AsyncDisposableStack): Promise<string> {
  const display = spawnDisposable('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x1000x24']);
  return `:${await stack.use(display).firstLine()}`;
}
