import { createHash } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { installationRoot } from '../../server/commands/project-root.mjs';

/**
 * The lock is an abstract socket (Linux), which the kernel releases however its holder ends; others wait on a
 * connection to the holder.
 */
export async function withSetupLock(work) {
  const path = `\0fairlead-prepare-${createHash('sha256').update(installationRoot).digest('hex').slice(0, 24)}`;
  const waiting = new Set();
  const lock = createServer((socket) => waiting.add(socket.on('error', () => {})));
  let isAnnounced = false;
  while (process.platform === 'linux' && !(await tryListen(lock, path))) {
    if (!isAnnounced) process.stdout.write('Waiting for another command to finish setting up this folder…\n');
    isAnnounced = true;
    await waitForRelease(path);
  }
  try {
    return await work();
  } finally {
    lock.close();
    for (const socket of waiting) socket.destroy();
  }
}

function tryListen(server, path) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(path, () => resolve(true));
  });
}

function waitForRelease(path) {
  return new Promise((resolve) =>
    connect(path)
      .on('error', () => {})
      .on('close', resolve)
      .resume(),
  );
}
