/** The segments of a decoded path without those that are empty or only dots; `..` removes the one before it. */
export function pathSegments(path: string): string[] {
  const segments: string[] = [];
  for (const part of path.split(/[/\\]/)) {
    const segment = trimEnd(part, '. ');
    if (part === '..') segments.pop();
    else if (segment !== '') segments.push(segment);
  }
  return segments;
}

/** A regular expression would take quadratic time. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
