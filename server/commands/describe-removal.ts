interface Removal {
  relation: string;
  removed: number;
  /** Names of samples that stay; a picture's is its alt text. */
  kept: string[];
}

/** One line a table, and under it what is kept. */
export function describeRemoval(removals: readonly Removal[]): string {
  const lines = removals.flatMap(({ relation, removed, kept }) => [
    `${relation.padEnd(14)} ${removed} removed${kept.length > 0 ? `, ${kept.length} kept:` : ''}`,
    ...kept.map((name) => `${' '.repeat(15)}- ${name}`),
  ]);
  if (removals.some(({ kept }) => kept.length > 0))
    lines.push('Kept samples belong to content or leads of your own. What you edited is no sample any more.');
  return `${lines.join('\n')}\n`;
}
