import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startVirtualDisplay, spawnDisposable } from '../engines/spawn-disposable.ts';
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
  /** presses a key, by X's name, but Enter for Return: shift+Tab */
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

export async function startOrca(): Promise<Orca> {
  await using stack = new AsyncDisposableStack();
  // a desktop portal may keep it mounted a little longer
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), 'fairlead-orca-')), (path) =>
    rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined),
  );
  const { spoken } = stack.use(await startSpeechSink(join(folder, 'speech-dispatcher/speechd.sock')));
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    DISPLAY: await startVirtualDisplay(stack),
    LANG: 'C.UTF-8',
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    GTK_MODULES: 'gail:atk-bridge',
    ACCESSIBILITY_ENABLED: '1',
    GNOME_ACCESSIBILITY: '1',
    MOZ_ENABLE_ACCESSIBILITY: '1',
  };
  const start = (program: string, ...args: string[]) => stack.use(spawnDisposable(program, args, env));
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
  const bus = start('dbus-daemon', '--session', '--nofork', '--print-address=1');
  env['DBUS_SESSION_BUS_ADDRESS'] = await bus.firstLine();
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
  const { stdout: version } = await run('orca', ['--version'], { env });
  const started = stack.move();
  return {
    version: version.trim(),
    env,
    async press(key) {
      await run('xdotool', ['key', key.replace('Enter', 'Return')], { env });
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
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
