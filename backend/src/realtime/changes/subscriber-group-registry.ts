// Groups the subscribers of a table by caller, so that rows are read once for each group.
import type { Caller } from '../../database/run-sql-as-caller.ts';
import { callerGroupKey, type ClientChannel } from '../client-channel.ts';
import { matchesTable, type ChangeBinding, type ChangeCondition } from './bindings.ts';

/** The subscribers of one table that have the same caller, so that rows are read once for all of them. */
export interface SubscriberGroup {
  caller: Caller;
  channels: {
    channel: ClientChannel;
    /** The position of the first notification that it receives. */
    since: number;
    bindings: { binding: ChangeBinding; filter: number }[];
  }[];
  /** Distinct filters; bindings refer to them by index. */
  filters: (readonly ChangeCondition[])[];
}

interface GroupBuilder extends SubscriberGroup {
  /** By the filter's JSON. */
  filterIndexes: Map<string, number>;
}

function newGroup(caller: Caller): GroupBuilder {
  return { caller, channels: [], filters: [], filterIndexes: new Map() };
}

export class SubscriberGroupRegistry {
  private readonly channels = new Map<ClientChannel, number>();
  private readonly groups = new Map<string, SubscriberGroup[]>();

  get size(): number {
    return this.channels.size;
  }

  [Symbol.iterator](): Iterator<ClientChannel> {
    return this.channels.keys();
  }

  add(channel: ClientChannel, since: number): void {
    this.channels.set(channel, since);
    this.groups.clear();
  }

  remove(channel: ClientChannel): void {
    if (this.channels.delete(channel)) this.groups.clear();
  }

  regroup(): void {
    this.groups.clear();
  }

  of(table: { schema: string; name: string }): SubscriberGroup[] {
    const name = JSON.stringify([table.schema, table.name]);
    const known = this.groups.get(name);
    if (known) return known;
    const groups = this.group(table);
    this.groups.set(name, groups);
    return groups;
  }

  private group(table: { schema: string; name: string }): SubscriberGroup[] {
    const groups = new Map<string, GroupBuilder>();
    for (const [channel, since] of this.channels) {
      const matching = channel.bindings.filter((binding) => matchesTable(binding, table));
      if (matching.length === 0) continue;
      const { role, claims } = channel.caller;
      const key = callerGroupKey(channel.caller);
      const group = groups.get(key) ?? newGroup({ role, claims });
      groups.set(key, group);
      const bindings = matching.map((binding) => {
        const text = JSON.stringify(binding.conditions);
        const filter = group.filterIndexes.get(text) ?? group.filters.push(binding.conditions) - 1;
        group.filterIndexes.set(text, filter);
        return { binding, filter };
      });
      group.channels.push({ channel, since, bindings });
    }
    return [...groups.values()];
  }
}
