import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keepKeysInFolder } from '@fairlead/backend/tokens/key-store.ts';
import { boot, type Engine } from './boot.ts';
import type { Settings } from './settings.ts';

/** The engine of a server that runs with these settings already, reached over HTTP; null when none answers. */
async function reachRunning(settings: Settings): Promise<Engine | null> {
  if (settings.SUPABASE_URL || settings.DATABASE_URL) return null;
  if (!existsSync(join(settings.DATA_DIR, 'keys.json'))) return null;
  const url = `http://localhost:${settings.PORT}`;
  const keys = keepKeysInFolder(settings.DATA_DIR, {
    publishableKey: settings.PUBLISHABLE_KEY,
    secretKey: settings.SECRET_KEY,
  });
  try {
    const answer = await fetch(`${url}/rest/v1/settings?select=id`, { headers: { apikey: keys.secretKey } });
    if (!answer.ok) return null;
  } catch {
    return null;
  }
  const access = { url, publishableKey: keys.publishableKey, fetch, publicOrigin: '' };
  return { access, keys, backend: null, whereabouts: settings.DATA_DIR, close: () => Promise.resolve() };
}

/** For the verbs: the server that runs, else a database started for this one errand. */
export async function borrowEngine(settings: Settings): Promise<Engine> {
  return (await reachRunning(settings)) ?? boot(settings);
}
