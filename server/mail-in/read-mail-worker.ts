// Reads mails beside the server: one that is made to take forever, or all memory, ends this thread alone.
import { parentPort } from 'node:worker_threads';
import { readMail, type Envelope, type OwnAddresses, type ReadMail } from './read-mail.ts';

export type ReadResult = { mail: ReadMail } | { problem: string };

export interface ReadRequest {
  raw: Uint8Array;
  envelope: Envelope;
  own: OwnAddresses;
}

async function readRequest({ raw, envelope, own }: ReadRequest): Promise<ReadResult> {
  try {
    return { mail: await readMail(raw, envelope, own) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'unknown' };
  }
}

const reply = parentPort?.postMessage.bind(parentPort);
parentPort?.on('message', (request: ReadRequest) => void readRequest(request).then(reply));
