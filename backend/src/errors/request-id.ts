// Assigns a request id to each request; shares it with a copy of the request.
import { randomUUID } from 'node:crypto';

const known = new WeakMap<object, string>();

/**
 * The same id in the response, in errors and in the logs. Takes a Request, or the object that the listener received.
 */
export function requestIdOf(request: object): string {
  let id = known.get(request);
  if (id === undefined) {
    id = randomUUID();
    known.set(request, id);
  }
  return id;
}

export function copyRequestId(original: object, copy: Request): void {
  known.set(copy, requestIdOf(original));
}
