// Creates the REST service: routes a request to a read, write or call; renders errors.
import { isNotWritableFailure, requestLogFieldsOf } from '../database/database-failure.ts';
import type { RestDeps } from './deps.ts';
import { handleRpcCall } from './handle-rpc-call.ts';
import { handleTableRead } from './handle-table-read.ts';
import { handleTableWrite } from './handle-table-write.ts';
import { PreparedReadCache } from './prepared-read-cache.ts';
import { readRestRequest, type RestRequest } from './read-rest-request.ts';
import { rootEndpointDisabledError, unsupportedMethodError } from './errors.ts';
import { isInternalDatabaseError, renderRestError } from './response/render-error.ts';
import type { RestContext } from './rest-context.ts';
import { loadSchemaSnapshot } from './schema/load-schema-snapshot.ts';
import { RoleAccessReader } from './schema/role-access.ts';
import { SchemaCache } from './schema/schema-cache.ts';
import { StatementNameRegistry } from './sql/statement-name-registry.ts';

const mebibyte = 1024 * 1024;

export function createRestService(deps: RestDeps) {
  const cache = new SchemaCache(() => loadSchemaSnapshot(deps.pool, deps.schemas, deps.reads.tables));
  const maxBodyBytes = deps.maxBodyBytes ?? 64 * mebibyte;
  const context: RestContext = {
    deps,
    cache,
    access: new RoleAccessReader(deps.pool, deps.schemas),
    names: new StatementNameRegistry(),
    reads: new PreparedReadCache(),
    maxBodyBytes,
  };

  async function handle(request: Request): Promise<Response> {
    let anonymous = true;
    try {
      const caller = await deps.resolveCaller(request);
      anonymous = caller.role === 'anon';
      return await route(context, readRestRequest(request, caller, deps));
    } catch (error) {
      const head = request.method === 'HEAD';
      const response = renderRestError(error, { anonymous, head, maxBodyBytes });
      if (response === null) throw error;
      if (staleSchemaCodes.has((error as { code?: string }).code ?? '')) cache.invalidateWithinRate();
      if (response.status >= 500) logFailure(deps, request, response.status, error);
      return response;
    }
  }

  return { handle, invalidateSchema: () => cache.invalidate() };
}

/** Codes of missing tables, columns, functions and types. */
const staleSchemaCodes = new Set(['42P01', '42703', '42883', '42704', '42P10']);

function route(context: RestContext, rest: RestRequest): Promise<Response> {
  const { target } = rest;
  if (target.kind === 'root') throw rootEndpointDisabledError();
  if (target.kind === 'function') return handleRpcCall(context, rest, target.name);
  switch (rest.method) {
    case 'GET':
      return handleTableRead(context, rest, target.name);
    case 'POST':
    case 'PATCH':
    case 'PUT':
    case 'DELETE':
      return handleTableWrite(context, rest, target.name);
    default:
      throw unsupportedMethodError(rest.request.method);
  }
}

function logFailure(deps: RestDeps, request: Request, status: number, error: unknown): void {
  const { cause } = error as Error;
  deps.log({
    level: 'error',
    event: 'rest.failed',
    ...requestLogFieldsOf(request),
    status,
    code: (error as { code?: string }).code ?? '',
    // Other messages may quote row values.
    ...(isInternalDatabaseError(error) ? { message: error.message } : {}),
    ...(isNotWritableFailure(cause) ? { message: cause.message } : {}),
  });
}
