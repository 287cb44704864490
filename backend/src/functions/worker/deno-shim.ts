// The part of Deno's API that functions for hosted Supabase use, so that the same file runs in both.

type Handler = (request: Request, info?: unknown) => Response | Promise<Response>;

export function installDenoShim() {
  let handler: Handler | undefined;
  const events = new EventTarget();
  const background = new Set<Promise<unknown>>();

  /** Deno.serve(handler), Deno.serve(options, handler), Deno.serve({ handler }). */
  function serve(first: Handler | { handler?: Handler }, second?: Handler) {
    handler = second ?? (typeof first === 'function' ? first : first.handler);
    return { finished: new Promise<void>(() => {}), shutdown: () => Promise.resolve(), unref() {}, ref() {} };
  }

  const env = {
    get: (name: string) => process.env[name],
    has: (name: string) => process.env[name] !== undefined,
    toObject: () => ({ ...process.env }),
  };
  Object.assign(globalThis, {
    Deno: { serve, env },
    EdgeRuntime: {
      // The process continues after the response; a failure is printed like the function's own output.
      waitUntil(work: Promise<unknown>) {
        const watched = work
          .catch((error: unknown) => console.error(error))
          .finally(() => background.delete(watched));
        background.add(watched);
      },
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  });
  return {
    handler: () => handler,
    /** Dispatches `beforeunload` with the reason, and resolves when the work given to waitUntil is done. */
    async unload(reason: string) {
      events.dispatchEvent(new CustomEvent('beforeunload', { detail: { reason } }));
      while (background.size > 0) await Promise.all(background);
    },
    /** The second argument of a handler. */
    info: { remoteAddr: { transport: 'tcp', hostname: '127.0.0.1', port: 0 } },
  };
}
