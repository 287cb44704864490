// Rereads the permissions of joined clients while the database changes: rights may end at any time (a role in a table,
// a ban, a deleted account), and no single event reports that.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { callerGroupKey, type ClientChannel } from '../client-channel.ts';
import type { RealtimeContext } from '../context.ts';
import { closeChannelWithError } from './close-channel.ts';
import {
  allChannelPermissions,
  isAccountActive,
  readChannelPermissions,
  unauthorizedChannelMessage,
  type ChannelPermissions,
} from './permissions.ts';

const everyMs = 2_000;
/** Rights may also end without a write: by a ban that begins later, or the end of a session. */
const atLeastEveryMs = 20_000;
/** Limit of one process; callers with the same rights on one topic need only one check. */
const checksPerSecond = 50;

/** Returns the function that stops it. */
export function startPermissionRechecks(context: RealtimeContext, pool: Pool): () => Promise<void> {
  const end = new AbortController();
  let checkedAt = 0;
  let checkedXid = '';

  async function check(): Promise<void> {
    const groups = groupChannels(context.topics.all());
    if (groups.length === 0) return;
    const isLate = Date.now() - checkedAt >= atLeastEveryMs;
    if (!isLate && (await nextXid(pool)) === checkedXid) return;
    checkedAt = Date.now();
    const failed = [];
    for (const group of groups) {
      await recheckGroup(context, group).catch((error: unknown) => failed.push(error));
      await wait(1000 / checksPerSecond, undefined, { signal: end.signal });
    }
    // Read after the checks, because they use transaction ids themselves. A failed check is repeated.
    checkedXid = failed.length === 0 ? await nextXid(pool) : '';
  }

  const running = (async () => {
    while (!end.signal.aborted) {
      // In an outage, the cluster bus interrupts the channels.
      await check().catch(() => {});
      await wait(everyMs, undefined, { signal: end.signal, ref: false }).catch(() => {});
    }
  })();

  return async () => {
    end.abort();
    await running;
  };
}

/** The id changes with every transaction that writes. */
async function nextXid(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ xid: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as xid',
  );
  return rows[0]?.xid ?? '';
}

function groupChannels(channels: Iterable<ClientChannel>): ClientChannel[][] {
  const groups = new Map<string, ClientChannel[]>();
  for (const channel of channels) {
    if (!channel.isPrivate && channel.bindings.length === 0) continue;
    const { caller, isPrivate, name, requestedPresenceKey } = channel;
    const key = JSON.stringify([callerGroupKey(caller), isPrivate && [name, requestedPresenceKey]]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [channel]);
    else group.push(channel);
  }
  return [...groups.values()];
}

async function recheckGroup(context: RealtimeContext, group: readonly ClientChannel[]): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const { caller, name, requestedPresenceKey } = first;
  const permissions = first.isPrivate
    ? await readChannelPermissions(context.callerPool, caller, name, requestedPresenceKey)
    : (await isAccountActive(context.callerPool, caller))
      ? allChannelPermissions
      : null;
  for (const channel of group) {
    // The client may have left, or sent another token, during the check.
    if (channel.closed || callerGroupKey(channel.caller) !== callerGroupKey(caller)) continue;
    if (permissions?.broadcast.read) setPermissions(context, channel, permissions);
    else closeChannelWithError(context, channel, unauthorizedChannelMessage('read from', channel.name));
  }
}

function setPermissions(
  { presence }: RealtimeContext,
  channel: ClientChannel,
  permissions: ChannelPermissions,
): void {
  channel.permissions = permissions;
  if (!permissions.presence.write) presence.untrack(channel);
}
