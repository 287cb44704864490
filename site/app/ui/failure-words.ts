/** How browsers call a server that did not answer: Chromium, Firefox, Safari. */
const unreachable = /^(TypeError: )?(Failed to fetch|NetworkError when|Load failed)/;

/** What to tell somebody of an error: its own message, and plain words where that is only a browser's. */
export function failureWords(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message === '' || unreachable.test(message)
    ? "We couldn't reach the server. Try again in a moment."
    : message;
}
