import { relative, resolve } from 'node:path';
import type { Config } from '../config.ts';

/** Of an access log inside DATA_DIR, which changes all the time and is no data. */
export function accessLogPaths({
  ACCESS_LOG,
  DATA_DIR,
}: Pick<Config, 'ACCESS_LOG' | 'DATA_DIR'>): Set<string> {
  if (ACCESS_LOG === undefined || ACCESS_LOG === '1') return new Set();
  const path = relative(DATA_DIR, resolve(ACCESS_LOG));
  return new Set([path, `${path}.1`]);
}
