// The little of Deno that functions written for hosted Supabase use, so that the same file runs here and there.

type Handler = (request: Request, info?: unknown) => Response | Promise<Response>;

interface Offer {
  /** What the function gave to Deno.serve. */
  handler: () => Handler | undefined;
  /** What a handler is told besides the request. */
  info: { remoteAddr: { transport: 'tcp'; hostname: string; port: number } };
}

/** Puts `Deno` and `EdgeRuntime` into the global scope. */
export function installDenoShim(): Offer {
  let handler: Handler | undefined;

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
      // The process goes on after the answer; a failure is told where the function's words go.
      waitUntil: (work: Promise<unknown>) => void work.catch((error: unknown) => console.error(error)),
    },
  });
  return {
    handler: () => handler,
    info: { remoteAddr: { transport: 'tcp', hostname: '127.0.0.1', port: 0 } },
  };
}
