import { randomUUID } from 'node:crypto';

const known = new WeakMap<Request, string>();

/** The same in the response, in errors and in the log. */
export function requestId(request: Request): string {
  let id = known.get(request);
  if (id === undefined) {
    id = randomUUID();
    known.set(request, id);
  }
  return id;
}

export function shareRequestId(original: Request, copy: Request): void {
  known.set(copy, requestId(original));
}
