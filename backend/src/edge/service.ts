import type { Context } from 'hono';
import { BackendError } from '../errors/backend-error.ts';
import { isBuffered } from './buffered-response.ts';

export const serviceNames = ['rest', 'auth', 'storage', 'realtime', 'functions'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Handles a request with its full URL. */
export type Service = (request: Request) => Promise<Response>;

export type Services = Partial<Record<ServiceName, Service>>;

export function serviceOf(path: string): ServiceName | undefined {
  return /^\/(rest|auth|storage|realtime|functions)\/v1(?:\/|$)/.exec(path)?.[1] as ServiceName | undefined;
}

export function serve(name: ServiceName, service: Service | undefined): (c: Context) => Promise<Response> {
  return async (c) => {
    if (service === undefined) {
      const message = `This server does not offer /${name}/v1 yet`;
      throw new BackendError({ status: 501, code: 'not_implemented', message });
    }
    const response = await service(c.req.raw);
    // The headers of a response from fetch may be immutable, and the edge sets more.
    return isBuffered(response) ? response : new Response(response.body, response);
  };
}
