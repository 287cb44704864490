// Replaces `socket.destroySoon`, a public method that node:http calls after a connection's last response: Node has no
// other hook at that moment.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const lingerMs = 10_000;
const lingerBytes = 64 * 1024 * 1024;
const checkEveryMs = 10;
/** At each check; a client on the same machine would otherwise send gigabytes a second. */
const stepBytes = 128 * 1024;

/**
 * Closing with unread bytes sends a reset, which discards the response for a client that is still sending. So the
 * rest of the body is read first, slowly and up to a limit.
 */
export function closeLingering(request: IncomingMessage, socket: Socket): void {
  let isLingering = false;
  socket.destroySoon = () => {
    if (isLingering) return;
    isLingering = true;
    socket.end();
    let allowedBytes = stepBytes;
    request.on('data', (chunk: Buffer) => {
      allowedBytes -= chunk.length;
      if (allowedBytes <= 0) request.pause();
    });
    request.resume();
    const start = socket.bytesRead;
    const until = Date.now() + lingerMs;
    const timer = setInterval(() => {
      if (request.complete || Date.now() > until || socket.bytesRead - start > lingerBytes) socket.destroy();
      allowedBytes = stepBytes;
      request.resume();
    }, checkEveryMs);
    socket.once('close', () => clearInterval(timer));
  };
}
