// Plain JavaScript that an old Node (20 or newer) can run: checks the platform, installs what is missing,
// and hands over to the pinned Node by path. Shared by start.mjs and test.mjs.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamps = join(root, 'node_modules', '.fairlead');

/** Ends with one line that names what is wrong and what to do. */
export function refuse(message) {
  process.stderr.write(`fairlead: ${message}\n`);
  process.exit(1);
}

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

/** `npm ci`, unless the lock file that was installed is the one that is here. */
export function installOnce() {
  const wanted = fingerprint(['package-lock.json']);
  if (readStamp('installed') === wanted && existsSync(pinnedNode())) return;
  process.stdout.write('Installing what is missing (once)…\n');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (npm.error) refuse(`npm could not be started (${npm.error.message}); install npm, then try again.`);
  if (npm.status !== 0)
    refuse('npm ci failed; the reason stands above. Mend it (network? disk?), then try again.');
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
export function buildOnce() {
  const wanted = fingerprint(['package-lock.json', ...sourceFiles('site')]);
  const built = existsSync(join(root, 'site', 'build', 'server', 'index.js'));
  if (built && readStamp('built') === wanted) return;
  process.stdout.write('Building the site (once)…\n');
  const env = { ...pinnedEnvironment(), NODE_ENV: 'production' };
  const build = spawnSync('npm', ['run', 'build', '--silent'], { cwd: root, env, encoding: 'utf8' });
  if (build.status !== 0) {
    process.stderr.write(`${build.stdout ?? ''}${build.stderr ?? ''}`);
    refuse('the site could not be built; the reason stands above.');
  }
  writeStamp('built', wanted);
}

/**
 * Runs a program on the pinned Node, passing signals on. The child hears the end of this process through its
 * IPC channel, so that it never stays behind, not even after kill -9. Resolves to the exit code.
 */
export function handOver(args, environment = {}) {
  const child = spawn(pinnedNode(), args, {
    cwd: root,
    env: { ...pinnedEnvironment(), ...environment },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('error', (error) => refuse(`the pinned Node could not be started: ${error.message}`));
    child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}
