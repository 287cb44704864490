// Errors of the functions service. All but NOT_FOUND have a header that makes supabase-js throw a
// FunctionsRelayError, as in hosted Supabase. It is removed from responses of functions.
import { BackendError } from '../errors/backend-error.ts';

function relay(status: number, code: string, message: string): BackendError {
  return new BackendError({ status, code, message, headers: { 'x-relay-error': 'true' } });
}

export function functionNotFoundError(): BackendError {
  return new BackendError({ status: 404, code: 'NOT_FOUND', message: 'Requested function was not found' });
}

export function functionUnauthorizedError(message: string): BackendError {
  return relay(401, 'UNAUTHORIZED', message);
}

export function functionBootError(): BackendError {
  return relay(503, 'BOOT_ERROR', 'Function failed to start (please check logs)');
}

export function functionWorkerLimitError(): BackendError {
  return relay(
    546,
    'WORKER_LIMIT',
    'Function failed due to not having enough compute resources (please check logs)',
  );
}

export function functionWorkerError(): BackendError {
  return relay(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
}

export function functionTimeoutError(): BackendError {
  return relay(504, 'IDLE_TIMEOUT', 'Function did not begin to respond in time');
}

export function functionsBusyError(): BackendError {
  return relay(503, 'TOO_BUSY', 'Too many calls of functions are under way. Try again in a moment.');
}
