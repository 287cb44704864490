import { z } from 'zod';
import { authError } from '../http/errors.ts';

/** user_metadata, as sign-up and update take it. */
export const metadataSchema = z.record(z.string(), z.unknown());

/** Metadata is part of every access token: larger than a request header allows, it would lock the account out. */
export const MAX_METADATA_BYTES = 8 * 1024;

/** Throws 422 validation_failed for metadata whose JSON is larger than 8 KB. */
export function requireSmallMetadata(bytes: number): void {
  if (bytes <= MAX_METADATA_BYTES) return;
  throw authError(
    422,
    'validation_failed',
    'The user metadata is larger than 8 KB: it travels in every access token',
  );
}
