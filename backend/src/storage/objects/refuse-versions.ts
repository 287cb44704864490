import { notImplemented } from '../refusals.ts';

/** Old versions are not kept: a request for one must not be answered with another. */
export function refuseVersions(request: Request): void {
  if (new URL(request.url).searchParams.has('versionId')) throw notImplemented('versions of objects');
}
