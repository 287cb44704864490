// Tracks presence by topic across servers; sends joins or leaves to clients in batches.
import type { ClusterBusMessage, PresenceEntry } from '../cluster/cluster-bus.ts';
import { pushMessage, type ClientChannel } from '../client-channel.ts';
import { topicKey, type TopicRegistry } from './topic-registry.ts';

export interface PresenceTrackerOptions {
  joined: TopicRegistry;
  /** The id of this process, which is part of references. */
  node: string;
  maxBytes: number;
  publish: (message: ClusterBusMessage) => void;
}

interface TrackedEntry extends PresenceEntry {
  node: string;
}

interface TopicPresence {
  entries: Map<string, TrackedEntry>;
  bytes: number;
}

interface Diff {
  joins: PresenceEntry[];
  leaves: PresenceEntry[];
}

/** Joins and leaves are batched: otherwise many clients that join together would each cause a message to each other. */
const batchMs = 20;

export class PresenceTracker {
  private readonly options: PresenceTrackerOptions;
  private readonly topics = new Map<string, TopicPresence>();
  private readonly own = new Map<ClientChannel, PresenceEntry>();
  private readonly pendingDiffs = new Map<string, Diff>();
  private timer: NodeJS.Timeout | undefined;
  private count = 0;

  constructor(options: PresenceTrackerOptions) {
    this.options = options;
  }

  /** Replaces what the channel tracked before. False when the topic is full. */
  track(channel: ClientChannel, meta: object): boolean {
    const topic = topicKey(channel.name, channel.isPrivate);
    const before = this.own.get(channel);
    const ref = `${this.options.node}.${(this.count += 1)}`;
    const entry = { ref, key: channel.presenceKey, meta: JSON.stringify({ ...meta, phx_ref: ref }) };
    const taken = (this.topics.get(topic)?.bytes ?? 0) - (before ? bytesOf(before) : 0);
    if (taken + bytesOf(entry) > this.options.maxBytes) return false;
    this.own.set(channel, entry);
    this.change(topic, { joins: [entry], leaves: before ? [before] : [] }, this.options.node);
    return true;
  }

  untrack(channel: ClientChannel): void {
    const entry = this.own.get(channel);
    if (entry === undefined) return;
    this.own.delete(channel);
    this.change(topicKey(channel.name, channel.isPrivate), { joins: [], leaves: [entry] }, this.options.node);
  }

  sendState(channel: ClientChannel): void {
    const topicPresence = this.topics.get(topicKey(channel.name, channel.isPrivate));
    pushMessage(channel, 'presence_state', metasByKey([...(topicPresence?.entries.values() ?? [])]));
  }

  receive(node: string, { topic, joins, leaves }: Extract<ClusterBusMessage, { kind: 'presence' }>): void {
    const full = (this.topics.get(topic)?.bytes ?? 0) > this.options.maxBytes;
    this.change(topic, { joins: full ? [] : joins, leaves }, node);
  }

  publishOwn(): void {
    for (const [topic, { entries }] of this.topics) {
      const joins = [...entries.values()]
        .filter((entry) => entry.node === this.options.node)
        .map(({ ref, key, meta }) => ({ ref, key, meta }));
      if (joins.length > 0) this.options.publish({ kind: 'presence', topic, joins, leaves: [] });
    }
  }

  nodes(): Set<string> {
    const nodes = new Set<string>();
    for (const { entries } of this.topics.values()) for (const { node } of entries.values()) nodes.add(node);
    nodes.delete(this.options.node);
    return nodes;
  }

  removeNode(endedNode: string): void {
    for (const [topic, { entries }] of this.topics) {
      const leaves = [...entries.values()].filter(({ node }) => node === endedNode);
      if (leaves.length > 0) this.change(topic, { joins: [], leaves }, endedNode);
    }
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private change(topic: string, { joins, leaves }: Diff, node: string): void {
    const topicPresence: TopicPresence = this.topics.get(topic) ?? { entries: new Map(), bytes: 0 };
    const { entries } = topicPresence;
    // An entry that a process publishes again is ignored.
    const joined = joins.filter(({ ref }) => !entries.has(ref));
    const left = leaves.filter(({ ref }) => entries.delete(ref));
    for (const entry of joined) entries.set(entry.ref, { ...entry, node });
    topicPresence.bytes += sum(joined) - sum(left);
    if (entries.size > 0) this.topics.set(topic, topicPresence);
    else this.topics.delete(topic);
    if (joined.length + left.length === 0) return;
    if (node === this.options.node) {
      this.options.publish({ kind: 'presence', topic, joins: joined, leaves: left });
    }
    const diff = this.pendingDiffs.get(topic) ?? { joins: [], leaves: [] };
    diff.joins.push(...joined);
    diff.leaves.push(...left);
    this.pendingDiffs.set(topic, diff);
    this.timer ??= setTimeout(() => this.sendDiffs(), batchMs);
  }

  private sendDiffs(): void {
    this.timer = undefined;
    for (const [topic, { joins, leaves }] of this.pendingDiffs) {
      const payload = `{"joins":${metasByKey(joins)},"leaves":${metasByKey(leaves)}}`;
      for (const channel of this.options.joined.ofKey(topic)) {
        if (channel.receivesPresence && channel.permissions.presence.read)
          pushMessage(channel, 'presence_diff', payload);
      }
    }
    this.pendingDiffs.clear();
  }
}

function bytesOf({ key, meta }: PresenceEntry): number {
  return key.length + meta.length;
}

function sum(entries: readonly PresenceEntry[]): number {
  return entries.reduce((bytes, entry) => bytes + bytesOf(entry), 0);
}

function metasByKey(entries: readonly PresenceEntry[]): string {
  const keys = Map.groupBy(entries, ({ key }) => key);
  const fields = [...keys].map(
    ([key, metas]) => `${JSON.stringify(key)}:{"metas":[${metas.map(({ meta }) => meta).join(',')}]}`,
  );
  return `{${fields.join(',')}}`;
}
