/** Who sent a request, as the process that listens knows it. */
export interface RemoteClient {
  /** Network address; behind trusted proxies the listener decides which one counts. */
  address: string;
}

const addresses = new WeakMap<Request, string>();

/** Remembers where a request came from. */
export function setRemoteClient(request: Request, caller: RemoteClient): void {
  addresses.set(request, caller.address);
}

/** Where a request came from; one made inside this process is the machine itself. */
export function clientAddress(request: Request): string {
  return remoteAddress(request) ?? '127.0.0.1';
}

/** Where a request came from, or undefined for one made inside this process. */
export function remoteAddress(request: Request): string | undefined {
  return addresses.get(request);
}
