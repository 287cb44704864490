// Calls observers with method, status, duration, client address of each finished request.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolveClientAddress, requestIdOf } from '@fairlead/backend/http';
import { notifyAll } from '@fairlead/backend/errors';
import { writeLog } from '../log/write-log.ts';

/** The data for observers, copied because a request and its socket lose it once the client has disconnected. */
export interface ServedRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** 499 if the client disconnected before the response began. */
  status: number;
  seconds: number;
  requestId: string;
  /** The client's address. */
  address: string;
}

export type RequestObserver = (served: ServedRequest) => void;

const clientLeft = 499;

/** Calls the observers once a response has ended; undefined without any, so that nothing is measured. */
export function createRequestObserverNotifier(
  observers: RequestObserver[],
  trustedProxies: number,
): ((request: IncomingMessage, response: ServerResponse) => void) | undefined {
  if (observers.length === 0) return undefined;
  return (request, response) => {
    const started = performance.now();
    const { method = '', url = '' } = request;
    const address = resolveClientAddress(request, trustedProxies);
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : clientLeft;
      const seconds = (performance.now() - started) / 1_000;
      const served = { method, url, status, seconds, requestId: requestIdOf(request), address };
      notifyAll(observers, served, writeLog);
    });
  };
}
