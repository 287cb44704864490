/** How browsers call a server that did not answer: Chromium, Firefox, Safari. */
const unreachable = /^(TypeError: )?(Failed to fetch|NetworkError when|Load failed)/;

/** How PostgreSQL calls a policy or a grant that stands in the way: words for who wrote it. */
const refused = /row-level security|^permission denied for/;

/** What to tell somebody of an error: its own message, and plain words where that is only a browser's or a database's. */
export function failureWords(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (refused.test(message)) return 'You no longer have permission to do this. Ask an owner.';
  return message === '' || unreachable.test(message)
    ? "We couldn't reach the server. Try again in a moment."
    : message;
}
