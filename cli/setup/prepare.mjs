// Plain JavaScript that an old Node (20 or newer) can run: checks the platform, installs what is missing,
// and hands over to the pinned Node by path. Shared by start.mjs and test.mjs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explainForeignData, explainUnwritable } from './explain-access.mjs';
import { refuse, refuseFor } from './exit-with-error.mjs';
import { findRunning } from '../../server/running-instance.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const stamps = join(root, 'node_modules', '.fairlead');

function isMusl() {
  return process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime;
}

/** Linux (glibc) on x64 and arm64; macOS with a Node 24 of its own, best effort. */
export function checkPlatform() {
  const major = Number(process.versions.node.split('.')[0]);
  const { platform, arch } = process;
  if (major < 20) refuse(`Node ${process.versions.node} is too old to begin with; install Node 20 or newer.`);
  if (platform === 'win32') refuse('Windows is not supported directly; run it inside WSL (wsl --install).');
  if (isMusl())
    refuse('this Linux has no glibc (Alpine?); use a glibc distribution such as Debian or Ubuntu.');
  if (!['x64', 'arm64'].includes(arch))
    refuse(`no pinned Node for ${platform} ${arch}; use Linux on x64 or arm64.`);
  if (platform === 'darwin' && major < 24)
    refuse('on macOS the system Node must be 24 or newer; install Node 24.');
  if (platform !== 'linux' && platform !== 'darwin')
    refuse(`${platform} is not supported; use Linux or WSL.`);
}

function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function readStamp(name) {
  const file = join(stamps, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function writeStamp(name, value) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), value);
}

/** The pinned Node's path; on macOS the Node that runs this. */
export function pinnedNode() {
  const path = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  return process.platform === 'linux' ? path : process.execPath;
}

/** Environment in which `node`, and every tool of the project, is the pinned one. */
export function pinnedEnvironment() {
  const bins = [dirname(pinnedNode()), join(root, 'node_modules', '.bin')];
  return { ...process.env, PATH: [...bins, process.env.PATH].join(':') };
}

function dataDir() {
  return resolve(root, process.env.DATA_DIR || '.data');
}

/** Ends when this user may not use the data folder that is there. */
export function refuseForeignData() {
  if (!process.env.SUPABASE_URL) refuseFor(explainForeignData(dataDir()));
}

/** Ends when a server runs on the data folder already; another database may have many. */
export function refuseSecondServer() {
  const running = findRunning(dataDir());
  if (!running || process.env.DATABASE_URL || process.env.SUPABASE_URL) return;
  refuse(
    `another server (process ${running.pid}) is using ${dataDir()}: open ${running.siteUrl}, or stop it first`,
  );
}

/**
 * Runs `work` while no other command prepares this clone. The name is the kernel's (Linux), so it is free again
 * however its holder ends; who waits holds a connection to the holder, which ends with it.
 */
export async function alone(work) {
  const path = `\0fairlead-prepare-${createHash('sha256').update(root).digest('hex').slice(0, 24)}`;
  const held = new Set();
  const holder = createServer((socket) => held.add(socket.on('error', () => {})));
  let told = false;
  while (process.platform === 'linux' && !(await take(holder, path))) {
    if (!told) process.stdout.write('Waiting for another command that prepares this folder…\n');
    told = true;
    await new Promise((done) =>
      connect(path)
        .on('error', () => {})
        .on('close', done)
        .resume(),
    );
  }
  try {
    return await work();
  } finally {
    holder.close();
    for (const socket of held) socket.destroy();
  }
}

function take(server, path) {
  return new Promise((done, fail) => {
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? done(false) : fail(error)));
    server.listen(path, () => done(true));
  });
}

/** Whether npm's own record of what it installed, written when it is done, is what the lock file wants. */
function isInstalledByHand() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const { packages: there } = JSON.parse(readFileSync(record, 'utf8'));
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = there[path];
    // Of the optional ones, npm installs those of this platform.
    if (!found) return optional || !path.startsWith('node_modules/');
    return found.version === version && found.integrity === integrity;
  });
}

/** `npm ci`, unless the lock file that was installed is the one that is here. */
export async function installOnce() {
  const wanted = fingerprint(['package-lock.json']);
  if (readStamp('installed') === wanted && existsSync(pinnedNode())) return;
  refuseFor(explainUnwritable(root, ['.', 'node_modules', 'node_modules/.fairlead']));
  if (isInstalledByHand() && existsSync(pinnedNode())) return writeStamp('installed', wanted);
  const running = findRunning(dataDir());
  if (running)
    refuse(
      `the packages must be installed anew, and a server (process ${running.pid}) stands on them: stop it, then try again.`,
    );
  process.stdout.write('Installing what is missing (once)…\n');
  const { code, error } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (error) refuse(`npm could not be started (${error.message}); install npm, then try again.`);
  if (code !== 0) refuse('npm ci failed; the reason stands above. Mend it (network? disk?), then try again.');
  if (!existsSync(pinnedNode())) {
    refuse('the pinned Node was not installed; run npm ci without --omit=optional, then try again.');
  }
  writeStamp('installed', wanted);
}

function sourceFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter(
      (name) => !/\/(build|\.react-router|node_modules)(\/|$)/.test(name) && !/\.test\.tsx?$/.test(name),
    )
    .filter((name) => statSync(join(root, name)).isFile())
    .toSorted();
}

/** Builds the site, unless what was built is what is here. */
export async function buildOnce() {
  const wanted = fingerprint([
    'package-lock.json',
    ...sourceFiles('site'),
    ...sourceFiles('docs/accessibility'),
  ]);
  const built = existsSync(join(root, 'site', 'build', 'server', 'index.js'));
  if (built && readStamp('built') === wanted) return;
  refuseFor(explainUnwritable(root, ['node_modules/.fairlead', 'site', 'site/build', 'site/.react-router']));
  process.stdout.write('Building the site (once)…\n');
  const env = { ...pinnedEnvironment(), NODE_ENV: 'production' };
  const tool = join(root, 'node_modules', '.bin', 'react-router');
  const cwd = join(root, 'site');
  const { code, output } = await run(pinnedNode(), [tool, 'build'], { cwd, env, quiet: true });
  if (code !== 0) {
    process.stderr.write(output);
    refuse('the site could not be built; the reason stands above.');
  }
  writeStamp('built', wanted);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let ending = false;

/**
 * Runs a program to its end, passing signals on; after a signal this process ends with it. `quiet` keeps its words
 * and answers them. Resolves to { code, signal, output, error }.
 */
export function run(command, args, { cwd = root, env = process.env, quiet = false, ipc = false } = {}) {
  const words = quiet ? 'pipe' : 'inherit';
  const stdio = [quiet ? 'ignore' : 'inherit', words, words, ...(ipc ? ['ipc'] : [])];
  const child = spawn(command, args, { cwd, env, stdio });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const pass = (signal) => {
    ending = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  const forgetParent = whenNpmEnds(() => pass('SIGTERM'));
  return new Promise((done) => {
    child.on('error', (error) => done({ code: 1, output, error }));
    child.on('close', (code, signal) => {
      forgetParent();
      for (const signal of signals) process.off(signal, pass);
      // Ended from outside: what would come next must not begin.
      if (ending) process.exit(code ?? 1);
      done({ code: code ?? 1, signal, output });
    });
  });
}

/** After kill -9 npm cannot pass anything on: the one way to notice is that our parent is another. */
function whenNpmEnds(act) {
  const parent = process.ppid;
  const byNpm = process.platform === 'linux' && readCommand(parent).startsWith('npm');
  const watch = byNpm && setInterval(() => process.ppid === parent || act(), 500).unref();
  return () => clearInterval(watch);
}

function readCommand(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Runs a program on the pinned Node. The child hears the end of this process through its IPC channel, so that it
 * never stays behind, not even after kill -9. Resolves to the exit code.
 */
export async function handOver(args, environment = {}) {
  const env = { ...pinnedEnvironment(), ...environment };
  // SIGUSR1 would open an inspector, which runs what anybody on this machine sends it.
  process.on('SIGUSR1', () => {});
  const { code, signal, error } = await run(pinnedNode(), ['--disable-sigusr1', ...args], { env, ipc: true });
  if (error) refuse(`the pinned Node could not be started: ${error.message}`);
  if (signal) refuse(`the server was ended by ${signal}; start it again, what was saved is safe`);
  return code;
}
