import { storageNotImplemented } from '../errors.ts';

/** Old versions are not kept: a request for one must not get another. */
export function rejectVersions(request: Request): void {
  if (new URL(request.url).searchParams.has('versionId')) throw storageNotImplemented('versions of objects');
}
