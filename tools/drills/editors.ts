import { editTogether, type ActName } from '../../e2e/editors/edit-together.ts';
import { startKillableProduct } from '../../e2e/editors/killable-product.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { createSeededRandom, type SeededRandom } from './month/random.ts';

export const title =
  'Two people edit two services, with slow and lost responses, crashes and ended sessions: no word is lost, and no draft is public (-- MINUTES SEED)';

const weights: Record<ActName, number> = {
  type: 60,
  save: 8,
  publish: 4,
  schedule: 2,
  rename: 2,
  trash: 2,
  changeService: 3,
  reload: 2,
  crashPage: 2,
  crashBrowser: 2,
  loseDevice: 2,
  endSession: 2,
};

function* chooseActs(until: number, random: SeededRandom): Generator<ActName> {
  const names = Object.entries(weights).flatMap(([name, weight]) =>
    Array.from({ length: weight }, () => name as ActName),
  );
  while (Date.now() < until) yield random.pick(names);
}

export default async function drill(
  [minutes = '10', seed = String(Date.now() % 1_000_000)]: readonly string[],
  { folder }: DrillCall,
): Promise<void> {
  process.stdout.write(`  seed ${seed}\n`);
  const random = createSeededRandom(Number(seed));
  await using server = await startKillableProduct();
  const until = Date.now() + Number(minutes) * 60_000;
  const report = await editTogether({
    server,
    folder,
    random: random.next,
    longestResponseMs: 5_000,
    actsOf: () => chooseActs(until, random),
    restartEveryMs: 90_000,
  });
  for (const line of report.history) process.stdout.write(`  ${line}\n`);
  process.stdout.write(
    `  ${report.words} words, ${server.outages.length} crashes of the server; ${report.lost.length} words lost, ${report.excused.length} of the seconds before a crash; ${report.leaked.length} leaked\n`,
  );
  if (report.words < 50) throw new Error(`only ${report.words} words were typed`);
  if (report.leaked.length > 0) throw new Error(`visitors saw drafts: ${report.leaked.join(', ')}`);
  if (report.lost.length > 0) {
    throw new Error(
      `lost: ${report.lost.join(' ')}; of these on the device: ${report.onDeviceOnly.join(' ')}`,
    );
  }
}
