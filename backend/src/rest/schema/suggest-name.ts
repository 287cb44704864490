/**
 * The candidate most like `name`, or null when none is like enough. Likeness is the cosine of the counts of
 * two- and three-letter pieces, as in the hints of PostgREST.
 */
export function suggestName(name: string, candidates: Iterable<string>, threshold = 0.75): string | null {
  const wanted = pieces(name);
  let best: string | null = null;
  let bestScore = threshold;
  for (const candidate of candidates) {
    const score = candidate === name ? 1 : likeness(wanted, pieces(candidate));
    if (score >= bestScore && (best === null || score > bestScore)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

function pieces(text: string): Map<string, number> {
  const padded = `-${text.toLowerCase().slice(0, 200)}-`;
  const counts = new Map<string, number>();
  for (const size of [2, 3]) {
    for (let at = 0; at + size <= padded.length; at += 1) {
      const piece = padded.slice(at, at + size);
      counts.set(piece, (counts.get(piece) ?? 0) + 1);
    }
  }
  return counts;
}

function likeness(a: Map<string, number>, b: Map<string, number>): number {
  let dot = 0;
  for (const [piece, count] of a) dot += count * (b.get(piece) ?? 0);
  return dot === 0 ? 0 : dot / (length(a) * length(b));
}

function length(counts: Map<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return Math.sqrt(sum);
}
