/** Set by `npm run audit -- benches`, which checks that every bench still runs; the figures are then meaningless. */
const isTrial = process.env['BENCH'] === 'trial';

/** A count or duration: the full one, or a small one in a trial. */
export function fullOrTrialAmount(full: number, ofTrial = 1): number {
  return isTrial ? ofTrial : full;
}

/**
 * Runs contestants in turn, every second round in reverse order, so that disturbances of the machine affect all of
 * them. Returns the samples of each.
 */
export async function runInterleaved<Sample>(
  rounds: number,
  contestants: Readonly<Record<string, () => Promise<Sample>>>,
): Promise<Record<string, Sample[]>> {
  const names = Object.keys(contestants);
  const samples: Record<string, Sample[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const sample = await contestants[name]?.();
      if (sample !== undefined) samples[name]?.push(sample);
    }
  }
  return samples;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
