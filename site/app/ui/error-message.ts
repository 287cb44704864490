/** How browsers call a server that did not answer: Chromium, Firefox, Safari. */
const unreachable = /^(TypeError: )?(Failed to fetch|NetworkError when|Load failed)/;

/** How PostgreSQL calls a policy or a grant that stands in the way: words for who wrote it. */
const refused = /row-level security|^permission denied for/;

/** What a client makes of a response that it could not read: markup, printed JSON, an object, the name of a property. */
const unreadable = /^\s*[<{[]|^(undefined|null|true|false)$|\[object |Cannot read prop|is not valid JSON/;

/** More is a page or a stack, not a sentence. */
const longestSentence = 300;

/** A message that a person can read, or '' where it is none. */
export function plainMessage(message: unknown): string {
  if (typeof message !== 'string') return '';
  const text = message.trim();
  return text.length > longestSentence || unreadable.test(text) ? '' : text;
}

/** What to tell somebody of an error: its own message, and plain words where that is only a browser's or a database's. */
export function errorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (refused.test(message)) return 'You no longer have permission to do this. Ask an owner.';
  if (message === '' || unreachable.test(message))
    return "We couldn't reach the server. Try again in a moment.";
  return plainMessage(message) || 'Something went wrong on our end. Try again in a moment.';
}
