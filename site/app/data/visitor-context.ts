import { createContext, type RouterContext } from 'react-router';

/** Who sent a request, as the process that listens knows it: never from what a browser says of itself. */
export interface Visitor {
  /** Network address, an IPv6 one as its network of 64 bits; null for a page that is rendered for everybody. */
  address: string | null;
}

// The server's own modules and the built site are two copies of this file: one identity for both.
const identity = Symbol.for('fairlead.visitor-context');
const registry = globalThis as { [identity]?: RouterContext<Visitor> };
export const visitorContext: RouterContext<Visitor> = (registry[identity] ??= createContext<Visitor>({
  address: null,
}));
