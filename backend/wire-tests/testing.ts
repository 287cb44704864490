// Exports for tests of programs that use the backend: clusters, servers, programs, generated requests.
export { createAuthRoutes } from '../src/auth/create-auth.ts';
export { httpStatusOfDatabaseError } from '../src/rest/response/render-error.ts';
export { createStorageRoutes } from '../src/storage/create-storage-service.ts';
export { bufferBytes } from './buffer-bytes.ts';
export { type Cluster, startCluster, startOwnCluster } from './cluster.ts';
export { drawPng } from './draw-png.ts';
export { fillWithPristine } from './fill-with-pristine.ts';
export { makeZombie } from './make-zombie.ts';
export { collect, join as joinChannel } from './realtime/client.ts';
export { generateQuery } from './rest/fuzz/generate-query.ts';
export { planGeneratedQuery } from './rest/fuzz/plan-generated-query.ts';
export { Random } from './rest/fuzz/random.ts';
export { type PlainRequest, openPlainHttp } from './rest/plain-http.ts';
export { type WireServer, startWireServer } from './server.ts';
export { hasPgbouncer, startPgbouncer } from './start-pgbouncer.ts';
export {
  type ProductOptions,
  type Program,
  type Stoppable,
  startProductProgram,
  startProgram,
} from './start-program.ts';
export { hasOpenssl, makeCertificate } from './start-tls-proxy.ts';
export { findStockPostgres, startStockPostgres } from './stock-postgres.ts';
export { removeFolder, temporaryFolder } from './temporary-folder.ts';
