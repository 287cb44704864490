// The listener that serves a backend, with a site beside it.
export { type BodyReservation, createBodyMemoryBudget } from '../edge/body-limits.ts';
export { resolveClientAddress } from '../edge/client-address.ts';
export { requestIdOf } from '../errors/request-id.ts';
export {
  type HttpServer,
  type HttpServerOptions,
  type BackendHandler,
  type RequestInterceptor,
  type SiteHandlers,
  startHttpServer,
} from '../start-http-server.ts';
