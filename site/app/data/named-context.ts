import { createContext, type RouterContext } from 'react-router';

/** A context of the router. The server's modules and the built site are two copies of its file, so it is found by name. */
export function namedContext<Value>(name: string, initial?: Value): RouterContext<Value> {
  const identity = Symbol.for(`fairlead.${name}`);
  const registry = globalThis as { [identity]?: RouterContext<Value> };
  return (registry[identity] ??= initial === undefined ? createContext<Value>() : createContext(initial));
}
