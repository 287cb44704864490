// A mail worker that tests can kill; it may also notify of late leads. Argument 1: its options, as JSON.
import type { ConnectionParameters } from '@fairlead/backend/database';
import type { BackendKeys } from '@fairlead/backend/tokens';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import { connectBackendToDatabase } from '../boot/connect-backend.ts';
import { readConfig } from '../settings/config.ts';
import { startLeadEscalations, startMailWorker } from '../site/background-jobs.ts';
import { writeLog } from '../log/write-log.ts';

interface Options {
  connection: ConnectionParameters;
  keys: BackendKeys;
  environment: Record<string, string>;
  escalates: boolean;
}

const { connection, keys, environment, escalates } = JSON.parse(process.argv[2] ?? '') as Options;
const config = readConfig(environment);
const connected = await connectBackendToDatabase(config, { connection, keys });
startMailWorker(config, connected, { pollMs: 20 });
if (escalates)
  startLeadEscalations({
    client: createSecretKeyClient(connected.access, connected.keys),
    log: writeLog,
    everyMs: 20,
  });
