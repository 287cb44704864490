/**
 * A page whose text is there already. Who sends it takes `whole`; a stream of it, which costs more than sending it, is
 * made only when somebody asks for one.
 */
export class WholePage extends Response {
  readonly whole: string;
  #streamed: Response | undefined;

  constructor(whole: string, init: { status: number; headers: Headers }) {
    super(null, init);
    this.whole = whole;
  }

  /** Every look at `body` comes here, also the router's, which only asks whether there is one. */
  streamed(): Response {
    this.#streamed ??= new Response(streamOf(this.whole), { status: this.status, headers: this.headers });
    return this.#streamed;
  }
}

/** A stream that encodes the text when it is first read. */
function streamOf(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

for (const name of ['body', 'bodyUsed'] as const) {
  Object.defineProperty(WholePage.prototype, name, {
    get(this: WholePage) {
      return this.streamed()[name];
    },
  });
}

for (const name of ['text', 'json', 'bytes', 'arrayBuffer', 'blob', 'formData', 'clone'] as const) {
  Object.defineProperty(WholePage.prototype, name, {
    value(this: WholePage) {
      return this.streamed()[name]();
    },
  });
}
