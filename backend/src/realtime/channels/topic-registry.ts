// The members of each topic on this server; delivers a broadcast to them.
import { encodeBroadcast, type BroadcastBody, type FrameVersion } from '../socket/frames.ts';
import { countSentRow, type ClientChannel } from '../client-channel.ts';

export interface Broadcast {
  name: string;
  isPrivate: boolean;
  event: string;
  body: BroadcastBody;
  meta?: string;
  /** The table of the row that it contains, and those of which that is a part. */
  rowOf?: readonly string[];
}

/** Private and public channels of one name are different channels. */
export function topicKey(name: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${name}`;
}

export class TopicRegistry {
  private readonly members = new Map<string, Set<ClientChannel>>();
  private static readonly nobody: ReadonlySet<ClientChannel> = new Set();

  add(channel: ClientChannel): void {
    const key = topicKey(channel.name, channel.isPrivate);
    const members = this.members.get(key) ?? new Set();
    members.add(channel);
    this.members.set(key, members);
  }

  remove(channel: ClientChannel): void {
    const key = topicKey(channel.name, channel.isPrivate);
    const members = this.members.get(key);
    members?.delete(channel);
    if (members?.size === 0) this.members.delete(key);
  }

  of(name: string, isPrivate: boolean): ReadonlySet<ClientChannel> {
    return this.ofKey(topicKey(name, isPrivate));
  }

  ofKey(key: string): ReadonlySet<ClientChannel> {
    return this.members.get(key) ?? TopicRegistry.nobody;
  }

  *all(): Iterable<ClientChannel> {
    for (const members of this.members.values()) yield* members;
  }

  /** Returns the number of receivers in this process. Each frame is encoded once. */
  deliver(broadcast: Broadcast, except?: ClientChannel): number {
    const frames = new Map<string, Buffer | string | undefined>();
    let receivers = 0;
    for (const channel of this.of(broadcast.name, broadcast.isPrivate)) {
      if (channel === except || !channel.permissions.broadcast.read) continue;
      const { version } = channel.connection;
      const frame = this.frameFor(frames, version, channel.topic, broadcast);
      if (frame === undefined) continue;
      channel.connection.send(frame);
      countSentRow(channel, broadcast.rowOf ?? []);
      receivers += 1;
    }
    return receivers;
  }

  /** Clients may write the prefix in capitals, so one name can have more than one topic. */
  private frameFor(
    frames: Map<string, Buffer | string | undefined>,
    version: FrameVersion,
    topic: string,
    broadcast: Broadcast,
  ): Buffer | string | undefined {
    const key = `${version} ${topic}`;
    if (!frames.has(key)) frames.set(key, encodeBroadcast(version, { ...broadcast, topic }));
    return frames.get(key);
  }
}
