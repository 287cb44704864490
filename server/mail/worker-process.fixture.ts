// A worker in a process of its own, for tests that kill it: argument 1 is what it stands on, as JSON.
import type { DatabaseConnection } from '@fairlead/backend/database/connection.ts';
import type { Keys } from '@fairlead/backend/tokens/keys.ts';
import { makeEngine } from '../boot.ts';
import { readSettings } from '../config.ts';
import { openOutbox } from './start-mail-worker.ts';

interface Stand {
  connection: DatabaseConnection;
  keys: Keys;
  environment: Record<string, string>;
}

const { connection, keys, environment } = JSON.parse(process.argv[2] ?? '') as Stand;
const settings = readSettings(environment);
const engine = makeEngine(settings, keys, { connection, whereabouts: '', stop: () => Promise.resolve() });
openOutbox(settings, engine, 20);
