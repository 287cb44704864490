/** A field of a canned reply, as it is written. */
export const field = /\{\{([^{}]*)\}\}/g;

/** The fields that are still to be filled in, as they are written, each once. */
export function unfilledFields(text: string): string[] {
  return [...new Set(text.match(field))];
}
