// Gives the parser of a connection one request at a time, and no other before the response to it has been taken.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Parts given to the parser before others have their turn: a body without a stated length has many. */
const partsAtOnce = 16;
/** After an error a client may still take this long to read the response. What it sends does not prolong it. */
const defaultDiscardMs = 10_000;
const headEnd = Buffer.from('\r\n\r\n');
const nothing = Buffer.alloc(0);

interface SocketGate {
  begin(request: IncomingMessage, response: ServerResponse): void;
  detach(): void;
  discard(): void;
  isResponding(): boolean;
}

/**
 * Node parses all requests of a chunk at once, so a client that sends thousands and reads nothing would cause thousands
 * of responses. Here one request of a connection is handled at a time. The next ones wait as bytes: a chunk of 64 KiB,
 * and what the kernel holds.
 */
export function createPipelineGate(discardMs = defaultDiscardMs) {
  const turns = createTurns();
  const gates = new WeakMap<Duplex, SocketGate>();
  return {
    follow(server: Server) {
      server.on('connection', (socket: Socket) =>
        gates.set(socket, createSocketGate(socket, turns, discardMs)),
      );
    },
    /** To be called first for every request. */
    begin: (request: IncomingMessage, response: ServerResponse) =>
      gates.get(request.socket)?.begin(request, response),
    /** From now on the connection has another protocol. */
    detach: (socket: Duplex) => gates.get(socket)?.detach(),
    /** The connection ends after an error: what it still sends is discarded. */
    discard: (socket: Duplex) => gates.get(socket)?.discard(),
    /** Whether a request of this connection is being handled. */
    isResponding: (socket: Duplex) => gates.get(socket)?.isResponding() ?? false,
  };
}

/**
 * Replaces `push` and `_read` of the socket, the methods through which every readable stream receives and requests its
 * bytes: Node has no setting for this.
 */
function createSocketGate(socket: Socket, turns: Turns, discardMs: number): SocketGate {
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  let mode: 'requests' | 'other' | 'discarded' = 'requests';
  /** Received, not parsed. */
  let rest: Buffer | undefined;
  let hasEnded = false;
  /** The last bytes of a head or of a chunked body whose end has not arrived: a chunk may end inside its end. */
  let tail: Buffer = nothing;
  /** Bytes of the current body that are to come; NaN if its length is not stated. */
  let bodyLeft = NaN;
  let latest: IncomingMessage | undefined;
  let isResponding = false;

  function isReadyForPart(): boolean {
    if (mode === 'other') return true;
    return socket.readableFlowing !== false && !(isResponding && latest?.complete);
  }

  /** After the last response of a connection only the rest of a body is read. */
  function isOver(): boolean {
    if (mode === 'discarded' || socket.destroyed) return true;
    return mode === 'requests' && socket.writableEnded && latest?.complete !== false;
  }

  /** Removes the next part from the bytes. It contains the end of one head or body at most. */
  function takePart(bytes: Buffer): Buffer {
    const end = mode === 'other' ? bytes.length : bodyLeft > 0 ? bodyLeft : endOfHead(tail, bytes);
    const part = end < bytes.length ? bytes.subarray(0, end) : bytes;
    rest = end < bytes.length ? bytes.subarray(end) : undefined;
    if (bodyLeft > 0) bodyLeft -= part.length;
    else tail = lastBytes(tail, part);
    return part;
  }

  /** Returns whether the socket may read more. */
  function parse(): boolean {
    if (isOver()) rest = undefined;
    let wantsMore = true;
    for (let parts = 0; rest !== undefined && isReadyForPart(); parts += 1) {
      if (parts === partsAtOnce) {
        turns.add(parse);
        return false;
      }
      wantsMore = push(takePart(rest));
    }
    if (rest !== undefined) return false;
    if (hasEnded) push(null);
    hasEnded = false;
    return wantsMore;
  }

  socket.push = (chunk: Buffer | null) => {
    const isWaiting = rest !== undefined;
    if (chunk === null) hasEnded = true;
    else if (mode === 'discarded') return true;
    else rest = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    return isWaiting ? false : parse();
  };
  socket._read = (size) => {
    if (rest === undefined) read(size);
  };
  socket.on('resume', () => {
    if (rest !== undefined) turns.add(parse);
  });
  // A listener for data makes Node read through these methods instead of inside the parser.
  socket.on('data', () => {});

  return {
    begin(request, response) {
      latest = request;
      isResponding = true;
      tail = nothing;
      bodyLeft = Number(request.headers['content-length'] ?? NaN);
      response.once('close', () => {
        if (latest !== request) return;
        isResponding = false;
        if (rest !== undefined) turns.add(parse);
      });
    },
    detach() {
      mode = 'other';
    },
    discard() {
      mode = 'discarded';
      rest = undefined;
      const limit = setTimeout(() => socket.destroy(), discardMs).unref();
      socket.once('close', () => clearTimeout(limit));
    },
    isResponding: () => isResponding,
  };
}

/** Where the end of a head, or of a chunked body, is complete; the length if it is not. `before` precedes the bytes. */
function endOfHead(before: Buffer, bytes: Buffer): number {
  if (before.length > 0) {
    const at = Buffer.concat([before, bytes.subarray(0, headEnd.length - 1)]).indexOf(headEnd);
    if (at >= 0) return at + headEnd.length - before.length;
  }
  const at = bytes.indexOf(headEnd);
  return at < 0 ? bytes.length : at + headEnd.length;
}

/** As many bytes as may begin an end that continues in the next part; none after an end. */
function lastBytes(before: Buffer, part: Buffer): Buffer {
  const all = part.length < headEnd.length ? Buffer.concat([before, part]) : part;
  return all.subarray(-headEnd.length).equals(headEnd)
    ? nothing
    : Buffer.from(all.subarray(1 - headEnd.length));
}

function createTurns(roundMs = 5) {
  const queue = new Set<() => void>();
  let isRunning = false;

  function run(): void {
    const until = performance.now() + roundMs;
    try {
      for (const work of queue) {
        queue.delete(work);
        work();
        if (performance.now() > until) break;
      }
    } finally {
      // Also if work throws, because the rest belongs to other connections.
      isRunning = queue.size > 0;
      if (isRunning) setImmediate(run);
    }
  }

  return {
    /** Runs it in one of the next rounds of the event loop. Added twice before its turn, it runs once. */
    add(work: () => void) {
      queue.add(work);
      if (isRunning) return;
      isRunning = true;
      setImmediate(run);
    },
  };
}

/** Runs work of many connections in turn, a few milliseconds at a time, so that new requests are served in between. */
type Turns = ReturnType<typeof createTurns>;
