import { createContext, type RouterContext } from 'react-router';

/** Who sent a request, from the socket, never from headers of a browser. */
export interface Visitor {
  /** IP address, for IPv6 its /64 network; null for a page that is rendered for everyone. */
  address: string | null;
}

// The server's modules and the built site are two copies of this file, so the context needs a shared identity.
const identity = Symbol.for('fairlead.visitor-context');
const registry = globalThis as { [identity]?: RouterContext<Visitor> };
export const visitorContext: RouterContext<Visitor> = (registry[identity] ??= createContext<Visitor>({
  address: null,
}));
