import type { IncomingMessage, ServerResponse } from 'node:http';

export interface ServedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  /** 499 where the client left before the response began. */
  status: number;
  seconds: number;
}

export type RequestObserver = (served: ServedRequest) => void;

const clientLeft = 499;

/** Calls the observers once a response has ended; undefined without any, so that nothing is measured. */
export function observeRequests(
  observers: RequestObserver[],
): ((request: IncomingMessage, response: ServerResponse) => void) | undefined {
  if (observers.length === 0) return undefined;
  return (request, response) => {
    const started = performance.now();
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : clientLeft;
      const seconds = (performance.now() - started) / 1_000;
      for (const observe of observers) observe({ request, response, status, seconds });
    });
  };
}
