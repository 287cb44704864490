/**
 * A text without the characters that have no width: marks of direction, joiners, soft hyphens. Copying from a program
 * that writes them (contact lists of phones, right-to-left text) brings them along. SQL: private.visible_text.
 */
export function withoutInvisible(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '');
}
