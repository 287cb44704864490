import { namedContext } from './named-context.ts';

/** Who sent a request, from the socket, never from headers of a browser. */
export interface Visitor {
  /** IP address, for IPv6 its /64 network; null for a page that is rendered for everyone. */
  address: string | null;
}

export const visitorContext = namedContext<Visitor>('visitor-context', { address: null });
