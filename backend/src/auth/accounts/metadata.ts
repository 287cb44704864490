import { z } from 'zod';
import { authError } from '../http/errors.ts';

export const metadataSchema = z.record(z.string(), z.unknown());

/** It is part of every access token: larger than a request header allows, it would lock the account out. */
export const MAX_METADATA_BYTES = 8 * 1024;

/** Takes the size of the JSON; throws 422 validation_failed. */
export function requireSmallMetadata(bytes: number): void {
  if (bytes <= MAX_METADATA_BYTES) return;
  throw authError(
    422,
    'validation_failed',
    'The user metadata is larger than 8 KB: it travels in every access token',
  );
}
