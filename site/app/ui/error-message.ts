/** Messages of Chromium, Firefox and Safari for a failed request. */
const unreachable = /^(TypeError: )?(Failed to fetch|NetworkError when|Load failed)/;

/** PostgreSQL's messages for a denied access, which are for developers. */
const denied = /row-level security|^permission denied for/;

/** Messages that the client makes of a response it cannot read: markup, printed JSON, an object, a property name. */
const unreadable = /^\s*[<{[]|^(undefined|null|true|false)$|\[object |Cannot read prop|is not valid JSON/;

const maxSentenceLength = 300;

/** A message that is fit for users, or ''. */
export function plainMessage(message: unknown): string {
  if (typeof message !== 'string') return '';
  const text = message.trim();
  return text.length > maxSentenceLength || unreadable.test(text) ? '' : text;
}

/** An error's own message, or plain text where that is only the browser's or the database's. */
export function errorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (denied.test(message)) return 'You no longer have permission to do this. Ask an owner.';
  if (message === '' || unreachable.test(message))
    return "We couldn't reach the server. Try again in a moment.";
  return plainMessage(message) || 'Something went wrong on our end. Try again in a moment.';
}
