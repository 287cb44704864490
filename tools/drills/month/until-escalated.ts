import { setTimeout as wait } from 'node:timers/promises';
import { keys } from '../outage/start-killable.ts';
import type { MonthClock } from './month-clock.ts';
import { connect } from './visitors.ts';

const withinMs = 20_000;

/**
 * Until colleagues were told of every wait whose target has passed. Throws where that does not come. The step that the
 * server takes each minute of the machine's clock is taken here as well: half an hour of the month is a second.
 */
export async function untilEscalated(port: number, clock: MonthClock): Promise<void> {
  const admin = connect(port, keys.SECRET_KEY);
  const deadline = performance.now() + withinMs;
  const now = clock.now().toISOString();
  for (;;) {
    await admin.rpc('escalate_waiting_leads').throwOnError();
    const { count } = await admin
      .from('leads_needing_reply')
      .select('lead_id', { count: 'exact', head: true })
      .lte('escalate_at', now)
      .throwOnError();
    if (count === 0) return;
    if (performance.now() > deadline) throw new Error(`nobody was told of ${count} leads that wait too long`);
    await wait(100);
  }
}
