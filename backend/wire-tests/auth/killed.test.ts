import { expect, test } from 'vitest';
import { startSmtpSink } from '../../fakes/smtp-sink.ts';
import { startTcpServer } from '../../fakes/tcp-server.ts';
import { startPeerServer } from '../peer-server.ts';
import { startWireServer } from '../server.ts';
import { tokenIn } from './messages.ts';
import { callAuth, makeAccount } from './requests.ts';
import { setUp } from '../set-up.ts';

const from = 'post@example.com';

const sink = setUp(startSmtpSink);
const server = setUp(() => startWireServer({ backend: { mail: { smtpUrl: sink.url, from } } }));

test('kill -9 before delivery loses no message: the next start sends it once, and the database never shows it', async () => {
  const silent = await startTcpServer();
  const smtpUrl = `smtp://${silent.address}`;
  const { email } = await makeAccount(server);
  const doomed = await startPeerServer(server, { mail: { smtpUrl, from } });
  const accepted = await callAuth({ ...server, url: doomed.url }, '/recover', { body: { email } });
  expect(accepted.status).toBe(200);
  await expect.poll(() => silent.sockets.size).toBeGreaterThan(0);
  await doomed.kill();

  const { rows } = await server.pool.query<{ content: Buffer }>('select content from backend.account_mails');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.content.includes(email)).toBe(false);
  // Simulates that the lease of the killed process has ended.
  await server.pool.query('update backend.account_mails set next_attempt_at = now()');
  await server.backend?.migrate();
  const token_hash = tokenIn(await sink.mailTo(email));
  expect((await callAuth(server, '/verify', { body: { type: 'recovery', token_hash } })).status).toBe(200);
  await expect
    .poll(async () => (await server.pool.query('select from backend.account_mails')).rowCount)
    .toBe(0);
  expect(sink.received).toHaveLength(1);
  await silent.close();
});
