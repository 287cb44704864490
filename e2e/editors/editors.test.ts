import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { editTogether, type ActName } from './edit-together.ts';
import { startKillableProduct } from './killable-product.ts';

/** Each kind of act at least once; the server is killed in between. */
const acts: ActName[][] = [
  ['type', 'save', 'type', 'publish', 'type', 'crashPage', 'type', 'rename', 'crashBrowser', 'type'],
  [
    'type',
    'endSession',
    'type',
    'schedule',
    'changeService',
    'type',
    'trash',
    'type',
    'reload',
    'loseDevice',
  ],
];

test('B-574 two people edit two services, with late and lost responses, a killed server and browser, a lost device and an ended session: no word is lost, and visitors see none of a draft', async () => {
  test.setTimeout(240_000);
  const folder = await mkdtemp(join(tmpdir(), 'editors-'));
  await using server = await startKillableProduct();
  let chosen = 0;
  const report = await editTogether({
    server,
    folder,
    longestResponseMs: 1_000,
    // the same delays in each run, and every one of them
    random: () => (chosen += 0.382) % 1,
    actsOf: (person) => acts[person] ?? [],
    restartEveryMs: 20_000,
  });
  expect(report, report.history.join('\n')).toMatchObject({ lost: [], leaked: [] });
  expect(report.words, report.history.join('\n')).toBeGreaterThan(20);
  expect(server.outages.length).toBeGreaterThan(0);
  await rm(folder, { recursive: true, force: true });
});
