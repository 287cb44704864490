// The status here is the one in the body; render-error.ts decides the HTTP status.
import { BackendError } from '../errors/backend-error.ts';

export class StorageError extends BackendError {
  readonly error: string;

  constructor(
    status: number,
    code: string,
    error: string,
    message: string,
    headers?: Record<string, string>,
  ) {
    super({ status, code, message, ...(headers ? { headers } : {}) });
    this.error = error;
  }
}

export function noSuchBucket(): StorageError {
  return new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found');
}

export function noSuchKey(): StorageError {
  return new StorageError(404, 'NoSuchKey', 'not_found', 'Object not found');
}

/** The row exists, its file does not. */
export function missingBlob(): StorageError {
  return new StorageError(404, 'NoSuchKey', 'not_found', 'The resource was not found', {
    'cache-control': 'no-store',
  });
}

export function alreadyExists(code: 'KeyAlreadyExists' | 'BucketAlreadyExists'): StorageError {
  return new StorageError(409, code, 'Duplicate', 'The resource already exists');
}

export function diskFull(): StorageError {
  return new StorageError(
    507,
    'InsufficientStorage',
    'Insufficient storage',
    'The server has no room left for files. Tell its operator.',
  );
}

export function tooLarge(): StorageError {
  return new StorageError(
    413,
    'EntityTooLarge',
    'Payload too large',
    'The object exceeded the maximum allowed size',
  );
}

export function wrongType(type: string): StorageError {
  return new StorageError(415, 'InvalidMimeType', 'invalid_mime_type', `mime type ${type} is not supported`);
}

export function accessDenied(message: string): StorageError {
  return new StorageError(403, 'AccessDenied', 'Unauthorized', message);
}

export function invalidKey(key: string): StorageError {
  const shown = key.length > 100 ? `${key.slice(0, 100)}…` : key;
  return new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${shown}`);
}

export function invalidBucketName(): StorageError {
  return new StorageError(400, 'InvalidBucketName', 'Invalid Input', 'Bucket name invalid');
}

export function bucketNotEmpty(): StorageError {
  return new StorageError(
    409,
    'BucketNotEmpty',
    'InvalidRequest',
    'The bucket you tried to delete is not empty',
  );
}

export function invalidJwt(message: string): StorageError {
  return new StorageError(400, 'InvalidJWT', 'InvalidJWT', message);
}

export function invalidRequest(message: string): StorageError {
  return new StorageError(400, 'InvalidRequest', 'InvalidRequest', message);
}

export function storageNotImplemented(feature: string): StorageError {
  return new StorageError(
    501,
    'NotImplemented',
    'NotImplemented',
    `This server does not offer ${feature} yet`,
  );
}
