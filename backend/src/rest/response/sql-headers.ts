/** Framing and cross-origin headers must not be set by SQL. */
const reserved =
  /^(content-length|transfer-encoding|connection|keep-alive|upgrade|trailer|te|date|access-control-.*)$/;

/** Cookies add up. Throws a TypeError for an invalid header. */
export function setSqlHeaders(headers: Headers, pairs: [string, string][]): void {
  for (const [name, value] of new Headers(pairs)) {
    if (name === 'set-cookie') headers.append(name, value);
    else if (!reserved.test(name)) headers.set(name, value);
  }
}

const withoutBody = new Set([204, 205, 304]);

export function mayHaveBody(status: number): boolean {
  return !withoutBody.has(status);
}
