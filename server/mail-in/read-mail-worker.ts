// Reads mail in a worker thread. A mail that takes too much time or memory ends this thread, not the server.
import { parentPort } from 'node:worker_threads';
import { checkSender, type SenderCheckSettings } from './sender/check-sender.ts';
import { readMail, type ReplyContext, type CheckedMail, type OwnMailAddresses } from './read-mail.ts';

export type ReadMailResult = { mail: CheckedMail } | { problem: string };

export interface ReadMailRequest {
  raw: Uint8Array;
  own: OwnMailAddresses;
  replied: ReplyContext;
  sender: SenderCheckSettings;
}

async function readRequest({ raw, own, replied, sender }: ReadMailRequest): Promise<ReadMailResult> {
  try {
    const mail = await readMail(raw, own, replied);
    return { mail: { ...mail, sender_check: await checkSender(raw, mail.from_address, sender) } };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'unknown' };
  }
}

/** Compiles the patterns now, because otherwise the first mail would be slow. */
async function warmUp(): Promise<void> {
  const sample =
    'From: a@b.example\r\nSubject: Re: a\r\n\r\nA sentence.\r\n\r\nOn Monday, b wrote:\r\n> a\r\n';
  await readMail(Buffer.from(sample), { reply: 'c@d.example', sender: null });
}

const reply = parentPort?.postMessage.bind(parentPort);
parentPort?.on('message', (request: ReadMailRequest) => void readRequest(request).then(reply));
await warmUp();
reply?.('ready');
