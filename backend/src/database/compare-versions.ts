/** Of releases, as in "0.12.3" or "0.12.3+20261125.ae917859": by number, then by date. For sorting, oldest first. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (const [index, number] of left.entries()) {
    const difference = number - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): number[] {
  const found = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\+(\d{8})\.)?/.exec(version)?.slice(1) ?? [];
  return [0, 1, 2, 3].map((index) => Number(found[index] ?? 0));
}
