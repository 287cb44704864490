import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startSmtpSink } from '@fairlead/backend/testing/fakes';
import { printIndented } from './backup/run-command.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { drillWebhookSecret } from './mail-in/send-by-webhook.ts';
import { checkMonth } from './month/check-month.ts';
import { colleagues, createColleagueAccounts, workHalfAnHour } from './month/colleagues.ts';
import { startMonthClock, type MonthClock } from './month/month-clock.ts';
import { planRequests } from './month/plan-requests.ts';
import { Prospects } from './month/prospects.ts';
import { createSeededRandom } from './month/random.ts';
import { sendRequest } from './month/visitors.ts';
import { waitUntilEscalated } from './month/wait-until-escalated.ts';
import { waitUntilMailSent } from './month/wait-until-mail-sent.ts';
import { createFakeClock } from './outage/fake-clock.ts';
import { isAllowedToMount } from './outage/mount-disk.ts';
import { killDatabase, startKillableServer, type KillableServer } from './outage/start-killable.ts';

export const title =
  'Thirty simulated days (30 500: days, requests) with three colleagues, mail outages and bounces: each request answered or escalated, no mail in a wrong thread';

const hourMs = 3_600_000;
/** A Friday, so that weekends, Christmas and the New Year are among the days. */
const beginsAt = Date.UTC(2026, 11, 18, 5);
/** Days on which the mail server is down from 10:00 to 16:00, and days on which our server is killed at noon. */
const outages = [3, 11, 19];
const kills = [4, 12, 25];

/** Hours of a day at which work happens: every half hour by day, every three hours at night. */
const steps = [3, 6, ...Array.from({ length: 24 }, (_, half) => 8 + half / 2), 21, 24];

export default async function drill(
  [days = '30', count = '500', seed = '7']: readonly string[],
  { folder }: DrillCall,
): Promise<void> {
  if (!isAllowedToMount())
    throw new Error('run it as root: the clock of the database needs a mount of its own');

  const random = createSeededRandom(Number(seed));
  // Timers are not moved: libfaketime reads its file unsafely in threads, and Node ends if its monotonic clock goes
  // back.
  const fakeClock = await createFakeClock(join(folder, 'clock'), { movesTimers: false });
  const clock = startMonthClock(fakeClock, beginsAt);
  clock.advanceTo(0);
  let isMailDown = false;
  const refused = new Set<string>();
  const sink = await startSmtpSink({
    isDown: () => isMailDown,
    reject: (to) => (refused.has(to) ? 550 : undefined),
  });
  await mkdir(join(folder, 'tmp'), { mode: 0o1777 });
  const environment = {
    ...fakeClock.environment,
    DATA_DIR: join(folder, 'data'),
    TMPDIR: join(folder, 'tmp'),
    SMTP_URL: sink.url,
    MAIL_FROM: 'Agency <hello@agency.example>',
    REPLY_ADDRESS: 'reply@agency.example',
    MAIL_IN_WEBHOOK_SECRET: drillWebhookSecret,
  };
  const start = async (): Promise<KillableServer> => {
    const started = await startKillableServer(environment, fakeClock.through);
    await started.ready;
    return started;
  };
  let server = await start();
  try {
    await createColleagueAccounts(server.port);
    const requests = planRequests(random, Number(count), Number(days) - 2);
    const prospects = new Prospects(sink, clock, random);
    let sent = 0;
    let replies = 0;
    for (let day = 0; day < Number(days); day += 1) {
      for (const hour of steps) {
        isMailDown = outages.includes(day) && hour >= 10 && hour < 16;
        if (kills.includes(day) && hour === 12) {
          server.kill();
          killDatabase(environment.DATA_DIR);
          await server.exited;
          server = await start();
        }
        clock.advanceTo((day * 24 + hour) * hourMs);
        for (const request of requests.slice(sent).filter(({ at }) => at <= clock.elapsed())) {
          if (request.address === 'refused') refused.add(request.email);
          await sendRequest(server.port, request);
          prospects.meet(request);
          sent += 1;
        }
        await prospects.sendDue(server.port);
        if (clock.isWorkTime())
          for (const colleague of colleagues.filter(({ away }) => !away.includes(day)))
            await workHalfAnHour(server.port, colleague, random, () => `Reply ${(replies += 1)}`);
        await waitUntilEscalated(server.port, clock);
        if (!isMailDown) await waitUntilMailSent(server.port);
        prospects.readNew();
      }
      printIndented(describeDay(day, clock, { sent, replies, answers: prospects.sent.length }));
    }
    // What becomes due at the end of the month is not checked.
    await wait(2_000);
    await checkMonth(environment.DATA_DIR, requests, prospects.sent, prospects.seen);
    server.process.kill('SIGTERM');
    await server.exited;
  } catch (error) {
    printIndented(server.output().slice(-4_000));
    throw error;
  } finally {
    server.kill();
    killDatabase(environment.DATA_DIR);
    await sink.close();
  }
}

function describeDay(day: number, clock: MonthClock, counts: Record<string, number>): string {
  const values = Object.entries(counts).map(([name, value]) => `${name} ${value}`);
  return `day ${String(day + 1).padStart(2)} ${clock.now().toISOString().slice(0, 16)}  ${values.join(', ')}`;
}
