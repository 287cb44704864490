import { setTimeout as wait } from 'node:timers/promises';
import { drillKeys } from '../outage/start-killable.ts';
import type { MonthClock } from './month-clock.ts';
import { createDrillClient } from './visitors.ts';

const withinMs = 20_000;

/**
 * Resolves once colleagues were notified of every lead whose target has passed; throws if that does not happen. Also
 * runs the step that the server runs each minute of real time, because half an hour of the month takes a second.
 */
export async function waitUntilEscalated(port: number, clock: MonthClock): Promise<void> {
  const admin = createDrillClient(port, drillKeys.SECRET_KEY);
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
