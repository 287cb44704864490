// `npm run bench [-- NAME… /PATH…]`: measures ratios to a named peer in the same run. A missed limit is printed, but is
// no error.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { benchFolder } from './bench-folder.ts';
import type { Bench } from './bench.ts';
import { describeMachine } from './describe-machine.ts';
import { describeMissingRequirement } from './needs.ts';
import { createBenchReport } from './report.ts';

const ending = '.bench.ts';
const all = readdirSync(benchFolder)
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length));
const counts = { held: 0, missed: 0, skipped: 0, broken: 0 };

/** `args` names benches and, with a leading slash, the pages that a bench measures; all of them by default. */
export async function runBenches(args: string[]): Promise<void> {
  const pages = args.filter((arg) => arg.startsWith('/'));
  const wanted = args.filter((arg) => !arg.startsWith('/'));
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no bench ${unknown.join(', ')}; there are: ${all.join(', ')}.\n`);
    process.exit(1);
  }
  for (const name of wanted.length > 0 ? wanted : all) await measure(name, pages);
  const { held, missed, skipped, broken } = counts;
  process.stdout.write(`\n${held} held, ${missed} missed, ${skipped} skipped, ${broken} broken\n`);
  process.exit(broken > 0 ? 1 : 0);
}

async function measure(name: string, pages: readonly string[]): Promise<void> {
  const { bench } = (await import(join(benchFolder, name + ending))) as { bench: Bench };
  process.stdout.write(`\n${name}: ${bench.title}\n  ${describeMachine()}\n`);
  const reasons = bench.needs.map(describeMissingRequirement).filter((reason) => reason !== null);
  if (reasons.length > 0) {
    counts.skipped += 1;
    process.stdout.write(`  skipped: ${reasons.join('; ')}\n`);
    return;
  }
  const report = createBenchReport();
  try {
    await bench.run(report, pages);
  } catch (error) {
    counts.broken += 1;
    process.stdout.write(
      `  broken: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  }
  const verdicts = report.print();
  counts.held += verdicts.held;
  counts.missed += verdicts.missed;
}
