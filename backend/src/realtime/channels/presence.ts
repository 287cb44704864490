// Who is present on a channel: those of this process, and those that other processes told of.
import type { CrossingMessage, Person } from '../crossing/messages.ts';
import { push } from './channel.ts';
import type { Channel } from './channel.ts';
import { topicKey } from './topics.ts';
import type { Topics } from './topics.ts';

export interface PresenceParts {
  topics: Topics;
  /** Names this process in references. */
  node: string;
  /** Most bytes of all presences of one topic. */
  mostBytes: number;
  tellOthers: (message: CrossingMessage) => void;
}

interface Present extends Person {
  /** The process that it came through. */
  node: string;
}

interface Gathering {
  /** By reference. */
  people: Map<string, Present>;
  bytes: number;
}

interface Diff {
  joins: Person[];
  leaves: Person[];
}

/** Changes of so much time are told at once: many who come together are not told one by one to each other. */
const gatherMs = 20;

export class Presence {
  private readonly parts: PresenceParts;
  /** By topic. */
  private readonly present = new Map<string, Gathering>();
  private readonly own = new Map<Channel, Person>();
  private readonly gathered = new Map<string, Diff>();
  private timer: NodeJS.Timeout | undefined;
  private count = 0;

  constructor(parts: PresenceParts) {
    this.parts = parts;
  }

  /** Notes what a channel says of itself, in place of what it said before. False when the topic is full. */
  track(channel: Channel, meta: object): boolean {
    const topic = topicKey(channel.name, channel.isPrivate);
    const before = this.own.get(channel);
    const ref = `${this.parts.node}.${(this.count += 1)}`;
    const person = { ref, key: channel.presenceKey, meta: JSON.stringify({ ...meta, phx_ref: ref }) };
    const taken = (this.present.get(topic)?.bytes ?? 0) - (before ? bytesOf(before) : 0);
    if (taken + bytesOf(person) > this.parts.mostBytes) return false;
    this.own.set(channel, person);
    this.change(topic, { joins: [person], leaves: before ? [before] : [] }, this.parts.node);
    return true;
  }

  untrack(channel: Channel): void {
    const person = this.own.get(channel);
    if (person === undefined) return;
    this.own.delete(channel);
    this.change(topicKey(channel.name, channel.isPrivate), { joins: [], leaves: [person] }, this.parts.node);
  }

  /** Tells a channel who is there. */
  tellState(channel: Channel): void {
    const there = this.present.get(topicKey(channel.name, channel.isPrivate));
    push(channel, 'presence_state', byKey([...(there?.people.values() ?? [])]));
  }

  /** Another process said who came and went. */
  hear(node: string, { topic, joins, leaves }: Extract<CrossingMessage, { kind: 'presence' }>): void {
    const full = (this.present.get(topic)?.bytes ?? 0) > this.parts.mostBytes;
    this.change(topic, { joins: full ? [] : joins, leaves }, node);
  }

  /** Tells other processes all who are present with us. */
  tellAll(): void {
    for (const [topic, { people }] of this.present) {
      const joins = [...people.values()]
        .filter((person) => person.node === this.parts.node)
        .map(({ ref, key, meta }) => ({ ref, key, meta }));
      if (joins.length > 0) this.parts.tellOthers({ kind: 'presence', topic, joins, leaves: [] });
    }
  }

  /** The other processes that somebody is present with. */
  nodes(): Set<string> {
    const nodes = new Set<string>();
    for (const { people } of this.present.values()) for (const { node } of people.values()) nodes.add(node);
    nodes.delete(this.parts.node);
    return nodes;
  }

  /** A process ended: those who were present with it are gone. */
  forgetNode(gone: string): void {
    for (const [topic, { people }] of this.present) {
      const leaves = [...people.values()].filter(({ node }) => node === gone);
      if (leaves.length > 0) this.change(topic, { joins: [], leaves }, gone);
    }
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private change(topic: string, { joins, leaves }: Diff, node: string): void {
    const there: Gathering = this.present.get(topic) ?? { people: new Map(), bytes: 0 };
    const { people } = there;
    // What is told twice, by a process that was asked, counts once.
    const came = joins.filter(({ ref }) => !people.has(ref));
    const went = leaves.filter(({ ref }) => people.delete(ref));
    for (const person of came) people.set(person.ref, { ...person, node });
    there.bytes += sum(came) - sum(went);
    if (people.size > 0) this.present.set(topic, there);
    else this.present.delete(topic);
    if (came.length + went.length === 0) return;
    if (node === this.parts.node) {
      this.parts.tellOthers({ kind: 'presence', topic, joins: came, leaves: went });
    }
    const diff = this.gathered.get(topic) ?? { joins: [], leaves: [] };
    diff.joins.push(...came);
    diff.leaves.push(...went);
    this.gathered.set(topic, diff);
    this.timer ??= setTimeout(() => this.tellDiffs(), gatherMs);
  }

  private tellDiffs(): void {
    this.timer = undefined;
    for (const [topic, { joins, leaves }] of this.gathered) {
      const payload = `{"joins":${byKey(joins)},"leaves":${byKey(leaves)}}`;
      for (const channel of this.parts.topics.ofKey(topic)) {
        if (channel.seesPresence && channel.rights.presence.read) push(channel, 'presence_diff', payload);
      }
    }
    this.gathered.clear();
  }
}

function bytesOf({ key, meta }: Person): number {
  return key.length + meta.length;
}

function sum(people: readonly Person[]): number {
  return people.reduce((bytes, person) => bytes + bytesOf(person), 0);
}

/** JSON of presences in the form of the protocol: metas by key. */
function byKey(people: readonly Person[]): string {
  const keys = Map.groupBy(people, ({ key }) => key);
  const entries = [...keys].map(
    ([key, metas]) => `${JSON.stringify(key)}:{"metas":[${metas.map(({ meta }) => meta).join(',')}]}`,
  );
  return `{${entries.join(',')}}`;
}
