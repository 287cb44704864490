/**
 * The candidate most like `name`, or null when none is like enough. Likeness is 1 for equal texts and falls by the
 * share of letters that would have to change; candidates without two letters in a row in common are not looked at.
 */
export function suggestName(name: string, candidates: Iterable<string>, threshold = 0.75): string | null {
  const wanted = name.toLowerCase().slice(0, 100);
  const wantedPairs = pairs(wanted);
  let best: string | null = null;
  let bestScore = threshold;
  for (const candidate of candidates) {
    const known = candidate.toLowerCase().slice(0, 100);
    if (wantedPairs.isDisjointFrom(pairs(known))) continue;
    const score = 1 - distance(wanted, known) / Math.max(wanted.length, known.length);
    if (score >= bestScore && (best === null || score > bestScore)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

/** Two letters at a time, the edges marked. */
function pairs(text: string): Set<string> {
  const padded = `-${text}-`;
  return new Set(Array.from({ length: padded.length - 1 }, (_each, at) => padded.slice(at, at + 2)));
}

/** Letters to add, drop or change to get from one text to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_each, index) => index);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= to.length; index += 1) {
      const change = (row[index - 1] ?? 0) + (from[at - 1] === to[index - 1] ? 0 : 1);
      next.push(Math.min(change, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
