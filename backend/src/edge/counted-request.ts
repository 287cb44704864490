import { IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tooManyBodies } from './bad-request.ts';
import { limitBodies, type BodyLimits } from './limit-bodies.ts';

const mebibyte = 1024 * 1024;
/** Of an address, four of the largest. */
export const bodyLimits: BodyLimits = { addressBytes: 80 * mebibyte, totalBytes: 256 * mebibyte };

/** A file goes to the disk as it arrives. */
const streamed = /^\/storage\/v1\//;

/** Counts what it receives. For `createServer`. */
export class CountedRequest extends IncomingMessage {
  onBytes: ((bytes: number) => void) | undefined;

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (chunk !== null) this.onBytes?.(chunk.length);
    return super.push(chunk, encoding);
  }
}

export type LimitHeldBodies = (request: CountedRequest, response: ServerResponse, address: string) => void;

/** A body is in memory from its first byte to the end of its response: who sends it may not be known before. */
export function limitHeldBodies(server: Server, limits = bodyLimits): LimitHeldBodies {
  const bodies = limitBodies(limits);
  return (request, response, address) => {
    const { headers, socket } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const most = streamed.test(request.url ?? '') ? mebibyte : Infinity;
    let counted = 0;

    function cut(): void {
      request.onBytes = undefined;
      const error = Object.assign(new Error('too many bodies'), { code: tooManyBodies });
      // A second response would be read as part of the first.
      if (response.headersSent) socket.destroy();
      else server.emit('clientError', error, socket);
    }

    const held = bodies.hold(address, cut);
    request.onBytes = (bytes) => {
      const more = Math.min(bytes, most - counted);
      counted += more;
      if (more > 0 && !held.add(more)) cut();
    };
    request.once('end', held.keep);
    response.once('close', held.release);
  };
}
