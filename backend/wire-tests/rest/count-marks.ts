// Counts in a response the marks that each row of a counted table carries, such as "people:7".

export function countMarks(text: string): Record<string, number> {
  return countByTable(marksIn(text));
}

export function countDistinctMarks(text: string): Record<string, number> {
  return countByTable(new Set(marksIn(text)));
}

function marksIn(text: string): string[] {
  return text.toLowerCase().match(/(people|letters|visits|secrets):\d+/g) ?? [];
}

function countByTable(marks: Iterable<string>): Record<string, number> {
  return totalOf([...marks].map((mark) => [`public.${mark.split(':')[0]}`, 1]));
}

export function totalOf(pairs: Iterable<readonly [string, number]>): Record<string, number> {
  const made: Record<string, number> = {};
  for (const [table, rows] of pairs) made[table] = (made[table] ?? 0) + rows;
  return made;
}
