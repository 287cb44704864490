// What functions for hosted Supabase use of Deno's API, so that the same file runs in both.

type Handler = (request: Request, info?: unknown) => Response | Promise<Response>;

interface DenoShim {
  handler: () => Handler | undefined;
  /** The second argument of a handler. */
  info: { remoteAddr: { transport: 'tcp'; hostname: string; port: number } };
}

export function installDenoShim(): DenoShim {
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
      // The process continues after the response; a failure is printed like the function's own output.
      waitUntil: (work: Promise<unknown>) => void work.catch((error: unknown) => console.error(error)),
    },
  });
  return {
    handler: () => handler,
    info: { remoteAddr: { transport: 'tcp', hostname: '127.0.0.1', port: 0 } },
  };
}
