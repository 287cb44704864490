// Fixture for tests of the mail worker: each test file gets a database, a backend and a mail folder.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type ConnectionParameters, createPool } from '@fairlead/backend/database';
import { startCluster } from '@fairlead/backend/testing';
import { startSmtpSink, type SmtpSink, type SmtpSinkOptions } from '@fairlead/backend/testing/fakes';
import { productTemplate } from '../../supabase/tests/test-database.ts';
import { connectBackendToDatabase, type ConnectedBackend } from '../boot/connect-backend.ts';
import { readConfig } from '../settings/config.ts';
import { startMailSending } from '../jobs/send-mail.ts';

const keys = { jwtSecret: 'x'.repeat(40), publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x' };
export const colleagueId = '00000000-0000-4000-8000-0000000000a3';
export const leadId = '1ead0000-0000-4000-8000-000000000001';

let connection: ConnectionParameters;
let cluster: Awaited<ReturnType<typeof startCluster>>;
/** One session, because its statements share a transaction. */
export let databasePool: ReturnType<typeof createPool>;
export let connectedBackend: ConnectedBackend;
export let dataFolder: string;
export const testCleanups: (() => Promise<void> | void)[] = [];

/** A function, because hooks belong to the test file that registers them and all files share this module. */
export function setUpMailWorkerFixture(): void {
  beforeAll(async () => {
    cluster = await startCluster();
    connection = await cluster.createDatabase(productTemplate());
    dataFolder = mkdtempSync(join(tmpdir(), 'outbox-'));
    const opened = await connectBackendToDatabase(readConfig(environmentWith()), { connection, keys });
    connectedBackend = opened;
    await opened.backend.migrate({ isDatabaseUpToDate: true });
    await opened.backend.listening;
    databasePool = createPool(connection, { max: 1 });
    await databasePool.query(`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    values ('${colleagueId}', 'maude@fairlead.example', now(), '{"full_name": "Maude Tremblay-Okoye"}');
    insert into public.staff (user_id, role) values ('${colleagueId}', 'agent');
    update public.settings set local_mode = true;`);
  });

  afterAll(async () => {
    await databasePool.end();
    await connectedBackend.close();
    await cluster.stop();
    rmSync(dataFolder, { recursive: true });
  });

  beforeEach(async () => {
    await databasePool.query(`delete from leads; delete from private.outbox; delete from private.staff_mail;
    insert into leads (id, name, email) values ('${leadId}', 'Ana Roy', 'ana@roy.example');`);
  });

  afterEach(async () => {
    for (const cleanup of testCleanups.splice(0).toReversed()) await cleanup();
  });
}

function environmentWith(smtpUrl = ''): Record<string, string> {
  return {
    DATA_DIR: dataFolder,
    ...(smtpUrl && { SMTP_URL: smtpUrl, MAIL_FROM: 'Fairlead <post@mail.example>' }),
  };
}

/** Returns a function that kills the worker. */
export function startKillableWorker(smtpUrl: string, escalates = false): () => Promise<void> {
  const options = JSON.stringify({ connection, keys, environment: environmentWith(smtpUrl), escalates });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-process.fixture.ts'), options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = (): Promise<void> => {
    child.kill('SIGKILL');
    return exited;
  };
  testCleanups.push(kill);
  return kill;
}

export async function startTestSmtpSink(options?: SmtpSinkOptions): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  // Closed after the workers, because it waits for their connections.
  testCleanups.unshift(sink.close);
  return sink;
}

/** Polls every 20 ms, so that no test waits for the usual interval. */
export function startTestMailWorker(smtpUrl?: string, pollMs = 20, settings: Record<string, string> = {}) {
  const worker = startMailSending(
    readConfig({ ...environmentWith(smtpUrl), ...settings }),
    connectedBackend,
    {
      everyMs: pollMs,
    },
  );
  testCleanups.push(() => worker.stop());
  return worker;
}

/** The reply can be sent at once, without the delay of ten seconds. */
export async function queueReply(message: string, to = leadId): Promise<void> {
  await databasePool.query(`begin;
    select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', '{"role":"authenticated","sub":"${colleagueId}"}', true);`);
  await databasePool.query(
    `insert into lead_messages (lead_id, message, sender_type) values ($1, $2, 'admin')`,
    [to, message],
  );
  await databasePool.query(`reset role;
    update private.outbox set next_try_at = now() where attempts = 0;
    commit`);
}

/** Inserted by the owner of the database, so staff are not notified. */
export async function insertLeadAsOwner(): Promise<string> {
  const { rows } = await databasePool.query<{ id: string }>(
    `insert into leads (name, email) values ('Cy Dow', 'cy@dow.example') returning id`,
  );
  return rows[0]?.id ?? '';
}

/** From a visitor, so staff are notified. */
export async function insertLeadAsVisitor(name = 'Bo Lind', email = 'bo@lind.example'): Promise<void> {
  await databasePool.query(`begin; set local role anon;`);
  await databasePool.query(`insert into leads (name, email) values ($1, $2)`, [name, email]);
  await databasePool.query('commit');
}

export async function readDeliveryStates() {
  const { rows } = await databasePool.query<{ state: string; problem: string | null }>(
    `select delivery_state as state, delivery_problem as problem from lead_messages order by created_at`,
  );
  return rows;
}

export function makeOutboxDue() {
  return databasePool.query(`update private.outbox set next_try_at = now()`);
}
