// The one place that replaces a method of Node's: `socket.destroySoon`, which is public and which node:http calls once
// the last response of a connection is written. There is no other hook at that moment, and doing without it loses the
// response of every rejected upload whose sender writes on (the tests of server-connections.ts show it).
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const lingerMs = 5_000;
const lingerBytes = 64 * 1024 * 1024;
const checkEveryMs = 50;

/**
 * Ends a connection whose request got its response before its body arrived. Closing with unread bytes sends a reset,
 * which takes the response away from a client that is still sending: so the rest is read and discarded, up to a limit.
 */
export function closeLingering(request: IncomingMessage, socket: Socket): void {
  let isLingering = false;
  socket.destroySoon = () => {
    if (isLingering) return;
    isLingering = true;
    socket.end();
    request.resume();
    const start = socket.bytesRead;
    const until = Date.now() + lingerMs;
    const timer = setInterval(() => {
      if (request.complete || Date.now() > until || socket.bytesRead - start > lingerBytes) socket.destroy();
    }, checkEveryMs);
    socket.once('close', () => clearInterval(timer));
  };
}
