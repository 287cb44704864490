// A client's WebSocket connection: reads messages within its rate, sends frames, closes.
import type { WebSocket } from 'ws';
import { countJsonObjectsAndKeys } from '../../limits/scan-json.ts';
import type { RealtimeLimits } from '../config.ts';
import { type AddressQuota, createTokenBucket } from './address-quota-registry.ts';
import { decodeFrame, encodeFrame, type InboundMessage, type FrameVersion } from './frames.ts';

/** 1008: the client misbehaved; 1011: the server failed; 1012: reconnect. */
export const socketCloseCodes = { misuse: 1008, serverError: 1011, restart: 1012 };

/** A message costs one point; every 4 KiB and every 50 receivers one more. */
const bytesPerPoint = 4096;
const receiversPerPoint = 50;
/** Objects and keys of a message that cost nothing: usual messages have fewer. */
const freeParts = 50;
const partsPerPoint = 16;
/** The connection of a client that would have to wait longer is closed. */
const longestWaitMs = 30_000;

/** `Channel` is the type that the services of a socket store for each topic. */
export class SocketConnection<Channel> {
  readonly version: FrameVersion;
  readonly key: string;
  readonly address: string;
  /** The id of the handshake, so that log lines about one socket can be found together. */
  readonly requestId: string;
  readonly channels = new Map<string, Channel>();
  /** Joins in progress; only the latest of each topic is completed. */
  readonly joining = new Map<string, symbol>();
  lastMessageAt = Date.now();
  readonly closed: Promise<void>;
  private readonly socket: WebSocket;
  private readonly limits: RealtimeLimits;
  private readonly bucket: ReturnType<typeof createTokenBucket>;
  private readonly quota: AddressQuota;
  private waiting: NodeJS.Timeout | undefined;
  private readonly onSlow: () => void;

  constructor(
    socket: WebSocket,
    handshake: { version: FrameVersion; key: string; address: string; requestId: string },
    quota: AddressQuota,
    limits: RealtimeLimits,
    onSlow: () => void,
  ) {
    this.onSlow = onSlow;
    this.socket = socket;
    this.version = handshake.version;
    this.key = handshake.key;
    this.address = handshake.address;
    this.requestId = handshake.requestId;
    this.quota = quota;
    this.limits = limits;
    this.bucket = createTokenBucket(limits.messagesPerSecond);
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  listen(onMessage: (message: InboundMessage) => void, onClose: () => void): void {
    this.socket.on('message', (data, isBinary) => {
      const bytes = data as Buffer;
      this.lastMessageAt = Date.now();
      const parts = isBinary ? 0 : countJsonObjectsAndKeys(bytes.toString('latin1'));
      this.consume(1 + bytes.length / bytesPerPoint + Math.max(0, parts - freeParts) / partsPerPoint);
      if (parts > this.limits.messageParts)
        this.close(socketCloseCodes.misuse, 'Too many values in one message');
      if (!this.isOpen) return;
      const message = decodeFrame(this.version, bytes, isBinary);
      if (message) onMessage(message);
      else this.close(socketCloseCodes.misuse, 'This is not a message of the protocol');
    });
    this.socket.once('close', () => {
      clearTimeout(this.waiting);
      this.quota.release();
      onClose();
    });
    // An error ends the socket; "close" follows.
    this.socket.on('error', () => {});
  }

  /** While either bucket is overdrawn, nothing is read from the socket. */
  consume(points: number): void {
    const waitMs = Math.max(this.bucket.consume(points), this.quota.bucket.consume(points));
    if (waitMs === 0) return;
    if (waitMs > longestWaitMs) {
      this.close(socketCloseCodes.misuse, 'Too many messages');
      return;
    }
    clearTimeout(this.waiting);
    this.socket.pause();
    this.waiting = setTimeout(() => this.socket.resume(), waitMs);
  }

  /** Counts them for all sockets of the address; a negative number releases bindings. */
  reserveBindings(count: number): boolean {
    return this.quota.reserveBindings(count);
  }

  consumeForReceivers(receivers: number): void {
    this.consume(receivers / receiversPerPoint);
  }

  sendMessage(
    head: { topic: string; event: string; ref?: string | null; joinRef?: string | null },
    payloadJson: string,
  ): void {
    this.send(encodeFrame(this.version, head, payloadJson));
  }

  reply(message: InboundMessage, status: 'ok' | 'error', response: object): void {
    const { topic, ref, joinRef } = message;
    this.sendMessage({ topic, event: 'phx_reply', ref, joinRef }, JSON.stringify({ status, response }));
  }

  /** Disconnects a client that does not read what it is sent. */
  send(frame: string | Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > this.limits.unsentBytes) {
      // Terminated instead of closed, because the close frame would wait behind all unsent data.
      this.socket.terminate();
      this.onSlow();
      return;
    }
    this.socket.send(frame);
  }

  get unsentBytes(): number {
    return this.socket.bufferedAmount;
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  close(code: number, reason: string): void {
    this.socket.resume();
    this.socket.close(code, reason);
  }

  terminate(): void {
    this.socket.terminate();
  }
}
