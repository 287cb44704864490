import { borrowEngine } from './open-backend.ts';
import type { Engine } from '../server/boot.ts';
import { logTroubleOnly } from '../server/log/write-log.ts';
import { rememberSecrets } from '../server/log/hide-secrets.ts';
import { readSettings, type Settings } from '../server/config.ts';
import { printError } from '../server/print-error.ts';

/** Runs a small verb on the engine of these settings; an error ends it with one line that names the fix. */
export async function runVerb(work: (settings: Settings, engine: Engine) => Promise<void>): Promise<void> {
  rememberSecrets(process.env);
  logTroubleOnly();
  try {
    const settings = readSettings(process.env);
    const engine = await borrowEngine(settings);
    try {
      await work(settings, engine);
    } finally {
      await engine.close();
    }
    process.exit(0);
  } catch (error) {
    printError(error);
    process.exit(1);
  }
}
