/** Adds a full stop, unless the text already ends with one, such as "3:30 a.m." or "Inc.". */
export function endSentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`;
}
