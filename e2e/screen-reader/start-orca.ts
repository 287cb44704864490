import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startSpeechSink } from './start-speech-sink.ts';

const run = promisify(execFile);
/** Silence after which its speech is complete, and the maximum wait for expected words. */
const silenceMs = 1_000;
const giveUpMs = 8_000;
const followMs = 3_000;

/** Orca on its own virtual desktop. */
export interface Orca extends AsyncDisposable {
  version: string;
  /** the environment of programs in the same desktop */
  env: NodeJS.ProcessEnv;
  /** presses a key, by X's name: Tab, Return, shift+Tab */
  press: (key: string) => Promise<void>;
  /** does something and waits until Orca has noticed, because keys before that would have another meaning */
  follow: (act: () => Promise<void>) => Promise<void>;
  /** returns what it has said since the last call, once it is silent and `isComplete`, or after a timeout */
  listen: (isComplete: (said: readonly string[]) => boolean) => Promise<string[]>;
}

const packages = 'orca at-spi2-core dbus-daemon openbox xdotool xvfb firefox-esr';
const programs = ['orca', 'dbus-daemon', 'openbox', 'xdotool', 'Xvfb', 'firefox-esr'];

/** A message if a program is missing. */
export function describeMissingOrcaPrograms(): string | undefined {
  const missing = programs.filter((name) => !existsSync(join('/usr/bin', name)));
  if (missing.length === 0) return undefined;
  return `Orca was not walked with: ${missing.join(', ')} is missing; on Debian: apt-get install ${packages}`;
}

/** No key echo and no automatic reading of a page, so that only reactions to actions are spoken. */
async function writePreferences(folder: string): Promise<void> {
  const preferences = { enableKeyEcho: false, sayAllOnLoad: false };
  const profile = { profile: ['Default', 'default'], pronunciations: {}, keybindings: {}, ...preferences };
  const file = { general: preferences, profiles: { default: profile }, pronunciations: {}, keybindings: {} };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'user-settings.conf'), JSON.stringify(file));
}

/** Starts a program and waits for its first line of output: a display's number, a bus's address. */
async function startPrinting(children: ChildProcess[], env: NodeJS.ProcessEnv, ...command: string[]) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`${command.join(' ')} printed nothing`);
}

export async function startOrca(): Promise<Orca> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-orca-'));
  const { spoken, close: closeSink } = await startSpeechSink(join(folder, 'speech-dispatcher/speechd.sock'));
  const children: ChildProcess[] = [];
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    GTK_MODULES: 'gail:atk-bridge',
    ACCESSIBILITY_ENABLED: '1',
    GNOME_ACCESSIBILITY: '1',
    MOZ_ENABLE_ACCESSIBILITY: '1',
  };
  function start(program: string, ...args: string[]): void {
    children.push(spawn(program, args, { env, stdio: 'ignore' }));
  }
  function kill(): void {
    for (const child of children.toReversed()) child.kill('SIGKILL');
  }
  process.once('exit', kill);
  async function close(): Promise<void> {
    process.off('exit', kill);
    kill();
    closeSink();
    // a desktop portal may keep it mounted a little longer
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
  let read = 0;
  /** Waits until it has spoken, for at most `giveUpAfterMs`, and is silent again. */
  async function settle(giveUpAfterMs: number, isComplete = () => true): Promise<void> {
    const deadline = Date.now() + giveUpAfterMs;
    let length = -1;
    while (length !== spoken.length || (!isComplete() && Date.now() < deadline)) {
      length = spoken.length;
      await wait(silenceMs);
    }
  }
  try {
    const screen = ['-screen', '0', '1440x1000x24'];
    env['DISPLAY'] = `:${await startPrinting(children, env, 'Xvfb', '-displayfd', '1', ...screen)}`;
    const bus = ['--session', '--nofork', '--print-address=1'];
    env['DBUS_SESSION_BUS_ADDRESS'] = await startPrinting(children, env, 'dbus-daemon', ...bus);
    await writePreferences(join(folder, '.local/share/orca'));
    start('openbox');
    start('orca');
    const deadline = Date.now() + 60_000;
    while (spoken.length === 0) {
      if (Date.now() > deadline) throw new Error('Orca said nothing within 60 s');
      await wait(200);
    }
    await settle(followMs);
    read = spoken.length;
    return {
      version: (await run('orca', ['--version'], { env })).stdout.trim(),
      env,
      async press(key) {
        await run('xdotool', ['key', key], { env });
      },
      async follow(act) {
        const before = spoken.length;
        await act();
        await settle(followMs, () => spoken.length > before);
      },
      async listen(isComplete) {
        await settle(giveUpMs, () => isComplete(spoken.slice(read)));
        const said = spoken.slice(read).filter(Boolean);
        read = spoken.length;
        return said;
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
