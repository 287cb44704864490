import { borrowEngine } from './running-engine.ts';
import type { Engine } from './boot.ts';
import { logTroubleOnly } from './log.ts';
import { rememberSecrets } from './log/hide-secrets.ts';
import { readSettings, type Settings } from './settings.ts';
import { tellTrouble } from './tell-trouble.ts';

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
    tellTrouble(error);
    process.exit(1);
  }
}
