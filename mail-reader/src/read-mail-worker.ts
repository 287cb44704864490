// Reads mail in a worker thread. A mail that takes too much time or memory ends this thread, not the process.
import { parentPort, workerData } from 'node:worker_threads';
import type { MailDescription, ReplyContext } from './mail-description.ts';
import type { OwnMail } from './own-mail.ts';
import { readMail } from './read-mail.ts';
import { checkSender, type SenderCheckSettings } from './sender/check-sender.ts';

export type ReadMailResult = { mail: MailDescription } | { problem: string };

/** The data of the thread. */
export interface ReadMailSettings {
  own: OwnMail;
  sender: SenderCheckSettings;
}

export interface ReadMailRequest {
  raw: Uint8Array;
  context: ReplyContext;
}

const { own, sender } = workerData as ReadMailSettings;

async function readRequest({ raw, context }: ReadMailRequest): Promise<ReadMailResult> {
  try {
    const mail = await readMail(raw, own, context);
    return { mail: { ...mail, senderCheck: await checkSender(raw, mail.fromAddress, sender) } };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'unknown' };
  }
}

/** Compiles the patterns now, because otherwise the first mail would be slow. */
async function warmUp(): Promise<void> {
  const sample =
    'From: a@b.example\r\nSubject: Re: a\r\n\r\nA sentence.\r\n\r\nOn Monday, b wrote:\r\n> a\r\n';
  await readMail(Buffer.from(sample), own);
}

const reply = parentPort?.postMessage.bind(parentPort);
parentPort?.on('message', (request: ReadMailRequest) => void readRequest(request).then(reply));
await warmUp();
reply?.('ready');
