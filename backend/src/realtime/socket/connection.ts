import type { WebSocket } from 'ws';
import type { Channel } from '../channels/channel.ts';
import type { RealtimeLimits } from '../config.ts';
import type { AddressShare } from './addresses.ts';
import { createBudget } from './budget.ts';
import { decodeFrame, encodeFrame } from './frames.ts';
import type { Inbound, Version } from './frames.ts';

/** Close codes: 1008 says that the client did wrong, 1011 that we did, 1012 that it should come again. */
export const closing = { misuse: 1008, failed: 1011, restart: 1012 };

/** What a message costs of the budget: every 4 KiB and every 50 receivers count as one more. */
const bytesPerPoint = 4096;
const receiversPerPoint = 50;
/** Who owes more than this does not stop. */
const longestWaitMs = 30_000;

/** One open socket. */
export class Connection {
  readonly version: Version;
  readonly key: string;
  readonly address: string;
  /** Of the handshake, so that the log's lines about one socket find each other. */
  readonly requestId: string;
  /** By topic, as the client names it. */
  readonly channels = new Map<string, Channel>();
  /** Joins under way, by topic: the latest of each counts. */
  readonly joining = new Map<string, symbol>();
  heardAt = Date.now();
  /** Resolves when the socket is gone. */
  readonly closed: Promise<void>;
  private readonly socket: WebSocket;
  private readonly limits: RealtimeLimits;
  private readonly budget: ReturnType<typeof createBudget>;
  private readonly share: AddressShare;
  private waiting: NodeJS.Timeout | undefined;
  private readonly onSlow: () => void;

  constructor(
    socket: WebSocket,
    facts: { version: Version; key: string; address: string; requestId: string },
    share: AddressShare,
    limits: RealtimeLimits,
    onSlow: () => void,
  ) {
    this.onSlow = onSlow;
    this.socket = socket;
    this.version = facts.version;
    this.key = facts.key;
    this.address = facts.address;
    this.requestId = facts.requestId;
    this.share = share;
    this.limits = limits;
    this.budget = createBudget(limits.messagesPerSecond);
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** Hands each message on, as fast as the budgets allow. */
  listen(onMessage: (message: Inbound) => void, onClose: () => void): void {
    this.socket.on('message', (data, isBinary) => {
      const bytes = data as Buffer;
      this.heardAt = Date.now();
      this.spend(1 + bytes.length / bytesPerPoint);
      const message = decodeFrame(this.version, bytes, isBinary);
      if (message) onMessage(message);
      else this.close(closing.misuse, 'This is not a message of the protocol');
    });
    this.socket.once('close', () => {
      clearTimeout(this.waiting);
      this.share.leave();
      onClose();
    });
    // What is wrong with a socket ends it; "close" follows.
    this.socket.on('error', () => {});
  }

  /** Takes points for work that was done; who overdraws is not read from until it is level again. */
  spend(points: number): void {
    const waitMs = Math.max(this.budget.spend(points), this.share.budget.spend(points));
    if (waitMs === 0) return;
    if (waitMs > longestWaitMs) {
      this.close(closing.misuse, 'Too many messages');
      return;
    }
    clearTimeout(this.waiting);
    this.socket.pause();
    this.waiting = setTimeout(() => this.socket.resume(), waitMs);
  }

  /** Room for bindings of changes, among all sockets of the address; a negative number gives it back. */
  takeBindings(count: number): boolean {
    return this.share.takeBindings(count);
  }

  spendOnReceivers(receivers: number): void {
    this.spend(receivers / receiversPerPoint);
  }

  /** Sends a text frame. `payload` is JSON already. */
  say(
    head: { topic: string; event: string; ref?: string | null; joinRef?: string | null },
    payload: string,
  ): void {
    this.send(encodeFrame(this.version, head, payload));
  }

  reply(message: Inbound, status: 'ok' | 'error', response: object): void {
    const { topic, ref, joinRef } = message;
    this.say({ topic, event: 'phx_reply', ref, joinRef }, JSON.stringify({ status, response }));
  }

  /** Sends a frame as it is; a consumer that does not take what it is sent is dropped. */
  send(frame: string | Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > this.limits.unsentBytes) {
      // Not closed: the words of a closing would stand behind everything that it does not take.
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

  drop(): void {
    this.socket.terminate();
  }
}
