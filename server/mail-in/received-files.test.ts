import { createClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { drawPng } from '@fairlead/backend/testing';
import { readMailAttachment } from '@fairlead/mail-reader';
import { readReceivedFile } from '../../site/app/dashboard/inbox/received/read-received-file.server.ts';
import {
  colleagueId,
  connectedBackend,
  databasePool,
  leadId,
  setUpMailWorkerFixture,
} from '../mail/mail-worker.fixture.ts';
import { readReplyAddress, composeRawMail, startTestMailWebhook } from './mail-in.fixture.ts';

setUpMailWorkerFixture();

const owner = '00000000-0000-4000-8000-0000000000b1';

/** A client like that of the dashboard, with a token of the account. */
async function clientOf(account: string) {
  const token = await new SignJWT({ role: 'authenticated', sub: account, aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(connectedBackend.keys.jwtSecret));
  return createClient(connectedBackend.access.url, connectedBackend.keys.publishableKey, {
    global: { fetch: connectedBackend.access.fetch, headers: { Authorization: `Bearer ${token}` } },
    auth: { persistSession: false },
  });
}

test('B-172 a file of an unlisted kind is named but not offered; an owner gets it in a zip, even if it was stored before the list existed', async () => {
  await databasePool.query(
    `insert into auth.users (id, email, email_confirmed_at) values ('${owner}', 'owner@fairlead.example', now());
     insert into public.staff (user_id, role) values ('${owner}', 'owner')`,
  );
  const { post } = await startTestMailWebhook();
  const part = (name: string, content: string): string =>
    `--b\r\nContent-Type: application/octet-stream; name=${name}\r\n\r\n${content}\r\n`;
  const parts = `--b\r\n\r\nSee these.\r\n${part('notes.txt', 'Harmless')}${part('setup.chm', 'Runs something')}--b--`;
  const to = await readReplyAddress(leadId);
  expect(await post(composeRawMail({ To: to, 'Content-Type': 'multipart/mixed; boundary=b' }, parts))).toBe(
    200,
  );
  const { rows } = await databasePool.query<{ id: string }>('select id from received_mails');
  const mail = rows[0]?.id ?? '';
  const [agents, owners] = [await clientOf(colleagueId), await clientOf(owner)];

  expect((await readReceivedFile(agents, readMailAttachment, mail, '0'))?.name).toBe('notes.txt');
  expect(await readReceivedFile(owners, readMailAttachment, mail, '0', true)).toBeNull();
  for (const refused of [null, 'program']) {
    await databasePool.query(`update received_files set refused = $1 where name = 'setup.chm'`, [refused]);
    for (const caller of [agents, owners])
      expect(await readReceivedFile(caller, readMailAttachment, mail, '1')).toBeNull();
    expect(await readReceivedFile(agents, readMailAttachment, mail, '1', true)).toBeNull();
    const zip = await readReceivedFile(owners, readMailAttachment, mail, '1', true);
    expect(zip).toMatchObject({ name: 'setup.chm.zip', type: 'application/zip' });
    const bytes = Buffer.from(zip?.bytes ?? []).toString('latin1');
    expect(bytes.slice(0, 4)).toBe('PK\u0003\u0004');
    expect(bytes).toContain('setup.chm');
    expect(bytes).toContain('Runs something');
  }
  await databasePool.query(`update received_files set refused = 'too-large' where name = 'setup.chm'`);
  expect(await readReceivedFile(owners, readMailAttachment, mail, '1', true)).toBeNull();
});

test('B-172 a picture is re-encoded; a damaged or too large one is saved unchanged', async () => {
  const whole = await drawPng(40, 30);
  const pictures = [whole, whole.subarray(0, -30), await drawPng(20_000, 2), await drawPng(31_000, 2)];
  const { post } = await startTestMailWebhook();
  const parts = pictures.map(
    (bytes) =>
      `--b\r\nContent-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`,
  );
  const heads = { 'Message-ID': '<pictures@x.example>', 'Content-Type': 'multipart/mixed; boundary=b' };
  expect(await post(composeRawMail(heads, `${parts.join('')}--b--`))).toBe(200);
  const { rows } = await databasePool.query<{ id: string }>(
    `select id from received_mails where mail_id = '<pictures@x.example>'`,
  );
  const agents = await clientOf(colleagueId);
  const opened = await Promise.all(
    pictures.map((_, part) => readReceivedFile(agents, readMailAttachment, rows[0]?.id ?? '', String(part))),
  );
  expect(opened.map((file) => file?.name)).toEqual(['a.webp', 'a.png', 'a.png', 'a.png']);
  for (const part of [1, 2, 3])
    expect(Buffer.from(opened[part]?.bytes ?? []).equals(pictures[part]!)).toBe(true);
});
