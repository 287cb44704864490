/** How an answer is framed, and who may read it, is not for SQL to say. */
const ours =
  /^(content-length|transfer-encoding|connection|keep-alive|upgrade|trailer|te|date|access-control-.*)$/;

/** Puts headers that SQL asked for into an answer; cookies add up. Throws a TypeError at what no header may hold. */
export function setSqlHeaders(headers: Headers, pairs: [string, string][]): void {
  for (const [name, value] of new Headers(pairs)) {
    if (name === 'set-cookie') headers.append(name, value);
    else if (!ours.test(name)) headers.set(name, value);
  }
}

/** Statuses whose answers have no body. */
const bodiless = new Set([204, 205, 304]);

/** Whether an answer may have a body at all. */
export function mayHaveBody(status: number): boolean {
  return !bodiless.has(status);
}
