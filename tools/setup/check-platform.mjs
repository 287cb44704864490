import { exitWithError } from '../../server/commands/exit-with-error.mjs';

function isMusl() {
  return process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime;
}

/** Linux (glibc) on x64 and arm64; macOS with an installed Node 24, best effort. */
export function checkPlatform() {
  const major = Number(process.versions.node.split('.')[0]);
  const { platform, arch } = process;
  if (major < 20)
    exitWithError(`Node ${process.versions.node} is too old to begin with; install Node 20 or newer.`);
  if (platform === 'win32')
    exitWithError('Windows is not supported directly; run it inside WSL (wsl --install).');
  if (isMusl())
    exitWithError('this Linux has no glibc (Alpine?); use a glibc distribution such as Debian or Ubuntu.');
  if (!['x64', 'arm64'].includes(arch))
    exitWithError(`no pinned Node for ${platform} ${arch}; use Linux on x64 or arm64.`);
  if (platform === 'darwin' && major < 24)
    exitWithError('on macOS the system Node must be 24 or newer; install Node 24.');
  if (platform !== 'linux' && platform !== 'darwin')
    exitWithError(`${platform} is not supported; use Linux or WSL.`);
}
