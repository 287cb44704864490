// A mail worker that tests can kill; it may also notify of late leads. Argument 1: its options, as JSON.
import type { ConnectionParameters } from '@fairlead/backend/database';
import type { BackendKeys } from '@fairlead/backend/tokens';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import { connectBackendToDatabase } from '../boot/connect-backend.ts';
import { readConfig } from '../settings/config.ts';
import { startLeadEscalations } from '../jobs/escalate-leads.ts';
import { startMailSending } from '../jobs/send-mail.ts';

interface Options {
  connection: ConnectionParameters;
  keys: BackendKeys;
  environment: Record<string, string>;
  escalates: boolean;
}

const { connection, keys, environment, escalates } = JSON.parse(process.argv[2] ?? '') as Options;
const config = readConfig(environment);
const connected = await connectBackendToDatabase(config, { connection, keys });
startMailSending(config, connected, { everyMs: 20 });
if (escalates) startLeadEscalations(createSecretKeyClient(connected.access, connected.keys), 20);
// A job keeps no process alive; in the product, the open port does.
setInterval(() => {}, 60_000);
