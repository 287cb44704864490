import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Of buffers that are still used. */
export function bufferBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}
