// Suggests the most similar known name for the hint of an error.
import leven from 'leven';

/**
 * Returns the most similar known name for the hint of an error, or null. The score is 1 minus the edit distance per
 * letter; candidates that share no bigram are skipped. Thresholds are PostgREST's: 0.75 for tables and functions (here
 * for relationships too), 0.33 for lists of parameters. `works` says whether the caller could use a name: a hint that
 * leads to the next error is worse than none.
 */
export function suggestName(
  name: string,
  candidates: Iterable<string>,
  works: (candidate: string) => boolean,
  threshold = 0.75,
): string | null {
  const target = name.toLowerCase().slice(0, 100);
  const targetBigrams = bigrams(target);
  let best: string | null = null;
  let bestScore = threshold;
  for (const candidate of candidates) {
    const known = candidate.toLowerCase().slice(0, 100);
    if (targetBigrams.isDisjointFrom(bigrams(known))) continue;
    const score = 1 - leven(target, known) / Math.max(target.length, known.length);
    if (score < bestScore || (best !== null && score === bestScore)) continue;
    if (candidate !== name && works(candidate)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

function bigrams(text: string): Set<string> {
  const padded = `-${text}-`;
  return new Set(Array.from({ length: padded.length - 1 }, (_each, at) => padded.slice(at, at + 2)));
}
