/** Who sent a request, as the listening process knows it. */
export interface RemoteClient {
  /** Behind trusted proxies the one that they name. */
  address: string;
}

const addresses = new WeakMap<Request, string>();

export function setRemoteClient(request: Request, caller: RemoteClient): void {
  addresses.set(request, caller.address);
}

export function clientAddress(request: Request): string {
  return remoteAddress(request) ?? '127.0.0.1';
}

/** Undefined for a request made inside this process. */
export function remoteAddress(request: Request): string | undefined {
  return addresses.get(request);
}
