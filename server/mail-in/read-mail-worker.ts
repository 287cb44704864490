// Reads mails beside the server: one that is made to take forever, or all memory, ends this thread alone.
import { parentPort } from 'node:worker_threads';
import { checkSender, type SenderSettings } from './sender/check-sender.ts';
import { readMail, type CheckedMail, type OwnAddresses } from './read-mail.ts';

export type ReadResult = { mail: CheckedMail } | { problem: string };

export interface ReadRequest {
  raw: Uint8Array;
  own: OwnAddresses;
  sender: SenderSettings;
}

async function readRequest({ raw, own, sender }: ReadRequest): Promise<ReadResult> {
  try {
    const mail = await readMail(raw, own);
    return { mail: { ...mail, sender_check: await checkSender(raw, mail.from_address, sender) } };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'unknown' };
  }
}

const reply = parentPort?.postMessage.bind(parentPort);
parentPort?.on('message', (request: ReadRequest) => void readRequest(request).then(reply));
reply?.('ready');
