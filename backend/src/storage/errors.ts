// Errors of storage. Their status is the one in the body; renderStorageError determines the HTTP status.
import { BackendError } from '../errors/backend-error.ts';
import { DatabaseError } from 'pg';
import { requestLogFieldsOf, loggableCause, toOutageError } from '../database/database-failure.ts';
import type { LogWriter } from '../errors/log-entry.ts';

export class StorageError extends BackendError {
  readonly error: string;

  constructor(
    status: number,
    code: string,
    message: string,
    error: string = code,
    headers?: Record<string, string>,
  ) {
    super({ status, code, message, ...(headers ? { headers } : {}) });
    this.error = error;
  }
}

export function noSuchBucketError(): StorageError {
  return new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found');
}

export function noSuchKeyError(): StorageError {
  return new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found');
}

/** The row exists, its file does not. */
export function missingBlobError(): StorageError {
  return new StorageError(404, 'NoSuchKey', 'The resource was not found', 'not_found', {
    'cache-control': 'no-store',
  });
}

function diskFull(): StorageError {
  return new StorageError(
    507,
    'InsufficientStorage',
    'The server has no room left for files. Tell its operator.',
    'Insufficient storage',
  );
}

export function objectTooLargeError(): StorageError {
  return new StorageError(
    413,
    'EntityTooLarge',
    'The object exceeded the maximum allowed size',
    'Payload too large',
  );
}

export function wrongContentTypeError(type: string): StorageError {
  return new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type');
}

export function accessDeniedError(message: string): StorageError {
  return new StorageError(403, 'AccessDenied', message, 'Unauthorized');
}

export function invalidKeyError(key: string): StorageError {
  const shown = key.length > 100 ? `${key.slice(0, 100)}…` : key;
  return new StorageError(400, 'InvalidKey', `Invalid key: ${shown}`);
}

export function invalidBucketNameError(): StorageError {
  return new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input');
}

export function bucketNotEmptyError(): StorageError {
  return new StorageError(
    409,
    'BucketNotEmpty',
    'The bucket you tried to delete is not empty',
    'InvalidRequest',
  );
}

export function invalidStorageJwtError(message: string): StorageError {
  return new StorageError(400, 'InvalidJWT', message);
}

export function invalidStorageRequestError(message: string): StorageError {
  return new StorageError(400, 'InvalidRequest', message);
}

export function storageNotImplementedError(feature: string): StorageError {
  return new StorageError(501, 'NotImplemented', `This server does not offer ${feature} yet`);
}

/**
 * The protocol sends nearly every error as HTTP 400 with the real status in the body; 408, 416, 429 and 5xx keep their
 * status, because proxies and clients act on it.
 */
export function renderStorageError(error: unknown, request: Request, log: LogWriter): Response {
  const known = toBackendError(error);
  if (known.status >= 500 && known.status !== 501) {
    log({
      level: 'error',
      event: 'storage.failed',
      ...requestLogFieldsOf(request),
      status: known.status,
      code: error instanceof DatabaseError ? (error.code ?? '') : known.code,
      message: loggableCause(error),
    });
  }
  const body = {
    statusCode: String(known.status),
    error: known instanceof StorageError ? known.error : known.code,
    message: known.message,
    code: known.code,
  };
  const status = keepsStatus(known.status) ? known.status : 400;
  const headers = { 'cache-control': 'no-store', ...known.headers };
  return new Response(request.method === 'HEAD' ? null : JSON.stringify(body), {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  });
}

function keepsStatus(status: number): boolean {
  return status >= 500 || status === 408 || status === 416 || status === 429;
}

function toBackendError(error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  if (['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) return diskFull();
  const outage = toOutageError(error);
  if (outage) return outage;
  if (error instanceof DatabaseError) return fromDatabase(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) {
    return new StorageError(
      500,
      'InternalError',
      `The server cannot use its files (${code}). Its log names the file and the cause.`,
    );
  }
  return new StorageError(500, 'InternalError', 'The server failed to respond. Its log names the cause.');
}

function fromDatabase(error: DatabaseError): StorageError {
  const code = error.code ?? '';
  if (code === '42501') return accessDeniedError(error.message.replace(/ for table "\w+"$/, ''));
  if (code === '23505') {
    const conflict = error.table === 'buckets' ? 'BucketAlreadyExists' : 'KeyAlreadyExists';
    return new StorageError(409, conflict, 'The resource already exists', 'Duplicate');
  }
  if (code === '23503') return noSuchBucketError();
  if (code === '57014') {
    return new StorageError(504, 'DatabaseTimeout', 'The database took too long. Ask for less at once.');
  }
  // The caller caused it: a value that cannot be stored, a failed check, an exception of a trigger.
  if (/^(22|23|44|54|P0001)/.test(code)) {
    return new StorageError(400, 'InvalidRequest', error.message);
  }
  const status = /^(53|08)/.test(code) ? 503 : 500;
  return new StorageError(status, 'DatabaseError', 'The database refused the statement');
}
