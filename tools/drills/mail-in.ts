import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { removeFolder } from '@fairlead/backend/testing';
import { findFreePort, makeDataFolder } from '../../e2e/product/product.ts';
import { formatReplyAddress } from '../../site/app/mail/reply-address.ts';
import { printIndented } from './backup/run-command.ts';
import { startDovecot } from './mail-in/start-dovecot.ts';
import { sendByWebhook, drillWebhookSecret } from './mail-in/send-by-webhook.ts';
import { drillKeys, startKillableProgram, type KillableProgram } from './outage/start-killable.ts';

export const title =
  'Answers by Dovecot and a webhook while the server is killed again and again: each in its thread, none twice, none lost';

const base = 'reply@agency.example';
const total = 120;
const kills = 4;

export default async function drill(): Promise<void> {
  const dataDir = await makeDataFolder();
  const folder = `${dataDir}-mail`;
  mkdirSync(join(folder, 'dovecot'), { recursive: true });
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const dovecot = await startDovecot(join(folder, 'dovecot'));
  const environment = {
    ...drillKeys,
    DATA_DIR: dataDir,
    PORT: String(port),
    REPLY_ADDRESS: base,
    MAIL_IN_IMAP_URL: dovecot.url,
    MAIL_IN_WEBHOOK_SECRET: drillWebhookSecret,
  };
  const serve = async (): Promise<KillableProgram> => {
    const server = startKillableProgram(['start'], environment);
    await server.waitForOutput(/^ {2}Owner /m);
    return server;
  };
  let server = await serve();
  try {
    const client = createClient(`http://localhost:${port}`, drillKeys.SECRET_KEY, {
      auth: { persistSession: false },
    });
    const address = await addressOfLead(client);
    const sending: Promise<void>[] = [];
    for (let n = 0; n < total; n++) {
      const raw = mailOf(n, address);
      // A third arrives by IMAP, a third by webhook, a third by both.
      if (n % 3 !== 0) dovecot.deliver(raw, String(n));
      if (n % 3 !== 1) sending.push(sendUntilTaken(port, raw));
      if (n % (total / kills) === total / kills - 1) {
        server.kill();
        await server.exited;
        server = await serve();
      }
    }
    await Promise.all(sending);
    await arrived(client);
    await check(client);
    printIndented(
      `${total} answers, ${total / 3} of them by both ways, ${kills} times kill -9: each in its thread, once`,
    );
  } finally {
    server.process.kill('SIGTERM');
    await server.exited;
    await dovecot.stop();
    removeFolder(dataDir);
    removeFolder(folder);
  }
}

function mailOf(n: number, to: string): string {
  const heads = [
    'From: Ana Roy <ana@roy.example>',
    `To: ${to}`,
    `Subject: Re: Answer ${n}`,
    `Message-ID: <answer-${n}@roy.example>`,
    'Date: Mon, 23 Nov 2026 10:00:00 -0500',
  ];
  return `${heads.join('\r\n')}\r\n\r\nAnswer ${n}.\r\n`;
}

async function addressOfLead(client: SupabaseClient): Promise<string> {
  const lead = { name: 'Ana Roy', email: 'ana@roy.example' };
  const { data } = await client.from('leads').insert(lead).select('id').single().throwOnError();
  const { data: token } = await client.rpc('reply_token', { lead: data.id }).throwOnError();
  return formatReplyAddress(base, String(token));
}

/** Sends again after any status but 200, as a mail provider does. */
async function sendUntilTaken(port: number, raw: string): Promise<void> {
  while ((await sendByWebhook(port, raw).catch(() => 0)) !== 200) await wait(200);
}

async function arrived(client: SupabaseClient): Promise<void> {
  const end = Date.now() + 120_000;
  for (;;) {
    const { count } = await client.from('received_mails').select('id', { count: 'exact', head: true });
    if ((count ?? 0) >= total) return;
    if (Date.now() > end) throw new Error(`${count} of ${total} arrived`);
    await wait(500);
  }
}

async function check(client: SupabaseClient): Promise<void> {
  const { data: mails } = await client
    .from('received_mails')
    .select('state, mail_id')
    .limit(1000)
    .throwOnError();
  const { data: messages } = await client
    .from('lead_messages')
    .select('message')
    .like('transport_id', '<answer-%')
    .limit(1000)
    .throwOnError();
  const wanted = Array.from({ length: total }, (_, n) => `Answer ${n}.`).toSorted();
  const found = messages.map(({ message }) => String(message)).toSorted();
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(
      `${found.length} messages, ${new Set(found).size} of them different, instead of ${total}`,
    );
  const elsewhere = mails.filter(({ state }) => state !== 'joined');
  if (mails.length !== total || elsewhere.length > 0)
    throw new Error(`${mails.length} mails, ${elsewhere.length} of them not in the thread`);
}
