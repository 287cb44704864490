import type { Caller } from '../../database/as-caller.ts';
import { callerKey } from '../channels/channel.ts';
import type { Channel } from '../channels/channel.ts';
import { concerns } from './bindings.ts';
import type { Binding } from './bindings.ts';
import type { Condition } from './filters.ts';

/** Those who are the same caller and listen to the same table: rows are read once for all of them. */
export interface Group {
  caller: Caller;
  channels: { channel: Channel; bindings: { binding: Binding; filter: number }[] }[];
  /** Distinct ones; a binding names its own by its place. */
  filters: (readonly Condition[])[];
}

interface GroupInMaking extends Group {
  /** Of each filter, by its text. */
  places: Map<string, number>;
}

function newGroup(caller: Caller): GroupInMaking {
  return { caller, channels: [], filters: [], places: new Map() };
}

/** Who listens to changes in this process. */
export class Subscribers {
  private readonly channels = new Set<Channel>();
  private readonly groups = new Map<string, Group[]>();

  get size(): number {
    return this.channels.size;
  }

  [Symbol.iterator](): Iterator<Channel> {
    return this.channels.values();
  }

  add(channel: Channel): void {
    this.channels.add(channel);
    this.groups.clear();
  }

  remove(channel: Channel): void {
    if (this.channels.delete(channel)) this.groups.clear();
  }

  /** Somebody speaks for another caller now. */
  regroup(): void {
    this.groups.clear();
  }

  of(table: { schema: string; name: string }): Group[] {
    const name = JSON.stringify([table.schema, table.name]);
    const known = this.groups.get(name);
    if (known) return known;
    const made = this.group(table);
    this.groups.set(name, made);
    return made;
  }

  private group(table: { schema: string; name: string }): Group[] {
    const groups = new Map<string, GroupInMaking>();
    for (const channel of this.channels) {
      const concerned = channel.bindings.filter((binding) => concerns(binding, table));
      if (concerned.length === 0) continue;
      const { role, claims } = channel.identity;
      const key = callerKey(channel.identity);
      const group = groups.get(key) ?? newGroup({ role, claims });
      groups.set(key, group);
      const bindings = concerned.map((binding) => {
        const text = JSON.stringify(binding.conditions);
        const filter = group.places.get(text) ?? group.filters.push(binding.conditions) - 1;
        group.places.set(text, filter);
        return { binding, filter };
      });
      group.channels.push({ channel, bindings });
    }
    return [...groups.values()];
  }
}
