import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Stoppable {
  /** Everything that it has printed so far. */
  output: () => string;
  stop: () => Promise<unknown>;
}

/** A process that a test or drill has started; it ends with this process. */
export interface Program extends Stoppable, AsyncDisposable {
  process: ChildProcess;
  /** The separate parts of the output. */
  standardOutput: () => string;
  errors: () => string;
  /** Resolves once its output matches; rejects with the output if it ends before. */
  waitForOutput: (words: RegExp) => Promise<void>;
  exited: Promise<number | null>;
  /** Sends SIGTERM by default. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Tests and drills start every process with it whose output they read. */
export function startProgram([command = '', ...args]: string[], options: SpawnOptions = {}): Program {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const printed = { all: '', standard: '', errors: '' };
  const listeners = new Set<() => void>();
  function note(chunk: Buffer): void {
    printed.all += chunk.toString();
    for (const check of listeners) check();
  }
  child.stdout?.on('data', (chunk: Buffer) => (printed.standard += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (printed.errors += chunk.toString()));
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', note);
  const endWithUs = (): void => void child.kill('SIGTERM');
  process.once('exit', endWithUs);
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  void exited.then(() => process.off('exit', endWithUs));
  return {
    process: child,
    output: () => printed.all,
    standardOutput: () => printed.standard,
    errors: () => printed.errors,
    exited,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
    async [Symbol.asyncDispose](this: Program) {
      await this.stop();
    },
    waitForOutput: (words) =>
      new Promise((resolve, reject) => {
        function check(): void {
          if (words.test(printed.all)) resolve();
        }
        listeners.add(check);
        void exited.then((code) => reject(new Error(`it ended with ${code}:\n${printed.all}`)));
        check();
      }),
  };
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ProductOptions extends SpawnOptions {
  /** A program that starts this one. */
  through?: readonly string[];
}

/**
 * Starts a program of the project, such as `['server/commands/main.ts', 'start']`, with only PATH of our environment.
 */
export function startProductProgram(
  program: readonly string[],
  environment: Record<string, string> = {},
  { through = [], ...options }: ProductOptions = {},
): Program {
  const [file = '', ...args] = program;
  return startProgram([...through, process.execPath, file, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment },
    ...options,
  });
}

/** Starts a server of the project in `workdir`; it is ready once it has printed its keys. */
export function startBackendProgram(workdir: string): Program {
  return startProductProgram(['server/commands/main.ts', 'backend', '--workdir', workdir, '--port', '0']);
}
