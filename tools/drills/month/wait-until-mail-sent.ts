import { setTimeout as wait } from 'node:timers/promises';
import { drillKeys } from '../outage/start-killable.ts';
import { createDrillClient } from './visitors.ts';

const withinMs = 20_000;

/** Resolves once no due mail is waiting. Mail with a later retry is left for that time. */
export async function waitUntilMailSent(port: number): Promise<void> {
  const admin = createDrillClient(port, drillKeys.SECRET_KEY);
  const deadline = performance.now() + withinMs;
  let last = -1;
  let unchanged = 0;
  while (performance.now() < deadline) {
    const { data } = await admin.rpc('outbox_state').single().throwOnError();
    if (data.waiting === 0) return;
    unchanged = data.waiting === last ? unchanged + 1 : 0;
    last = data.waiting;
    // Reminders and retries are due later.
    if (unchanged >= 10) return;
    await wait(100);
  }
}
