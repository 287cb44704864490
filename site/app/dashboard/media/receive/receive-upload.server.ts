import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../data/database-types.ts';
import { findRow, makeRow, RowRefusal } from './make-row.server.ts';
import { makePicture, PictureRefusal, type MadePicture } from './make-picture.server.ts';
import { pictureAddress, storePicture, takeBackPicture } from './picture-store.server.ts';
import type { UploadAnswer, UploadRequest } from './upload-request.ts';

type Client = SupabaseClient<Database>;

export interface ReceivedUpload {
  client: Client;
  /** the account that sent it; the object lies in its folder */
  userId: string;
  wish: UploadRequest;
  /** of the backend as browsers know it, '' for the site's own */
  origin: string;
}

export interface UploadResult {
  status: number;
  answer: UploadAnswer;
}

const gone = 'The upload expired. Choose the file again.';
const failed = "We couldn't save the image. Please try again.";

// A file and its pixels take memory: both wait for their turn, and the same upload is made only once.
let line: Promise<unknown> = Promise.resolve();
const running = new Map<string, Promise<UploadResult>>();

/** Makes an upload into a picture and, where it has an owner, into a row. Nothing is left of one that fails. */
export function receiveUpload(upload: ReceivedUpload): Promise<UploadResult> {
  const key = `${upload.userId}/${upload.wish.id}`;
  let result = running.get(key);
  if (!result) {
    result = receive(upload, key).finally(() => running.delete(key));
    running.set(key, result);
  }
  return result;
}

function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = line.then(work);
  // of what was made nothing stays behind here
  line = result.then(
    () => undefined,
    () => undefined,
  );
  return result;
}

async function receive(upload: ReceivedUpload, path: string): Promise<UploadResult> {
  const { client, wish } = upload;
  const incoming = client.storage.from('incoming');
  const made = await findRow(client, wish.id);
  if (made !== null) {
    // sent before; what was sent now, under the id of a picture that stands, is not looked at
    await incoming.remove([path]);
    return { status: 200, answer: { url: made } };
  }
  let picture: MadePicture | null = null;
  try {
    picture = await inLine(async () => {
      const { data: original } = await incoming.download(path);
      return original && makePicture(new Uint8Array(await original.arrayBuffer()));
    });
    if (!picture) return refuse(410, gone);
    await storePicture(client, wish.id, picture);
    const url = pictureAddress(upload.origin, wish.id, picture);
    if (wish.owner) await makeRow(client, wish.id, wish.owner, url);
    return { status: 200, answer: { url } };
  } catch (error) {
    if (picture) await takeBackPicture(client, wish.id, picture).catch(() => undefined);
    if (error instanceof PictureRefusal || error instanceof RowRefusal) return refuse(422, error.message);
    console.error('an upload could not be kept:', error);
    return refuse(502, failed);
  } finally {
    // what was sent is never kept, whatever became of it; what a cut connection leaves is swept later
    await incoming.remove([path]).catch(() => undefined);
  }
}

function refuse(status: number, problem: string): UploadResult {
  return { status, answer: { problem } };
}
