// Reads mails beside the server: one that is made to take forever, or all memory, ends this thread alone.
import { parentPort } from 'node:worker_threads';
import { checkSender, type SenderCheck, type SenderSettings } from './sender/check-sender.ts';
import { readMail, type Envelope, type OwnAddresses, type ReadMail } from './read-mail.ts';

export interface CheckedMail extends ReadMail {
  /** Null of what could not be read whole. */
  sender_check: SenderCheck | null;
}

export type ReadResult = { mail: CheckedMail } | { problem: string };

export interface ReadRequest {
  raw: Uint8Array;
  envelope: Envelope;
  own: OwnAddresses;
  sender: SenderSettings;
}

async function readRequest({ raw, envelope, own, sender }: ReadRequest): Promise<ReadResult> {
  try {
    const mail = await readMail(raw, envelope, own);
    return { mail: { ...mail, sender_check: await checkSender(raw, mail.from_address, envelope, sender) } };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'unknown' };
  }
}

const reply = parentPort?.postMessage.bind(parentPort);
parentPort?.on('message', (request: ReadRequest) => void readRequest(request).then(reply));
