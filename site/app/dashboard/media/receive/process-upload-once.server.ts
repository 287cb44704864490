// Processes an upload once: downloads it, makes the picture, stores its files, inserts its row.
import type { FaultLogger } from '../../../data/request-contexts.ts';
import type { ServerClient } from '../../../data/server-client.ts';
import { runInPictureQueue } from './run-in-picture-queue.server.ts';
import { findMediaRowUrl, insertMediaRow, MediaRowError } from './insert-media-row.ts';
import { processLogo } from './process-logo.server.ts';
import { encodePictureSizes, PictureError, type ProcessedPicture } from './encode-picture-sizes.server.ts';
import { pictureUrl, storePicture, deletePicture } from './store-picture.server.ts';
import { receiveUploadTexts } from './receive-upload-texts.ts';
import type { FinishUploadResponse, FinishUploadRequest } from './finish-upload-request.ts';

export interface ProcessUploadInput {
  client: ServerClient;
  /** the account that sent it, whose folder contains the object */
  userId: string;
  requested: FinishUploadRequest;
  /** origin of the backend for browsers; '' for the site's own */
  origin: string;
  log: FaultLogger;
}

export interface FinishUploadResult {
  status: number;
  body: FinishUploadResponse;
}

const { errors } = receiveUploadTexts;

// Uploads in progress, so that each is processed only once.
const running = new Map<string, Promise<FinishUploadResult>>();

/**
 * Makes a picture of an upload and, if it has an owner, the row of the owner. A failed upload leaves no file and no
 * row.
 */
export function processUploadOnce(upload: ProcessUploadInput): Promise<FinishUploadResult> {
  const key = `${upload.userId}/${upload.requested.id}`;
  let result = running.get(key);
  if (!result) {
    result = receive(upload, key).finally(() => running.delete(key));
    running.set(key, result);
  }
  return result;
}

async function receive(upload: ProcessUploadInput, path: string): Promise<FinishUploadResult> {
  const { client, requested } = upload;
  const incoming = client.storage.from('incoming');
  const made = await findMediaRowUrl(client, requested.id);
  if (made !== null) {
    // a retry, or a file under the id of an existing picture: the existing picture is returned
    await incoming.remove([path]);
    return { status: 200, body: { url: made, wasAnimated: false } };
  }
  let picture: ProcessedPicture | null = null;
  try {
    picture = await runInPictureQueue(async () => {
      const { data: original } = await incoming.download(path);
      if (!original) return null;
      const bytes = new Uint8Array(await original.arrayBuffer());
      return requested.isLogo ? processLogo(bytes) : encodePictureSizes(bytes);
    });
    if (!picture) return failedWith(410, errors.expired);
    await storePicture(client, requested.id, picture, requested.name);
    const url = pictureUrl(upload.origin, requested.id, picture);
    if (requested.owner) await insertMediaRow(client, requested.id, requested.owner, url);
    const { ground, wasAnimated } = picture;
    return { status: 200, body: { url, wasAnimated, ...(ground && { ground }) } };
  } catch (error) {
    if (picture) await deletePicture(client, requested.id, picture).catch(() => undefined);
    if (error instanceof PictureError || error instanceof MediaRowError)
      return failedWith(422, error.message);
    if ((error as { statusCode?: string }).statusCode === '413') return failedWith(413, errors.noRoom);
    upload.log('upload.not_kept', error);
    return failedWith(502, errors.notKept);
  } finally {
    // the original is never kept; the hourly cleanup removes what an aborted request leaves
    await incoming.remove([path]).catch(() => undefined);
  }
}

function failedWith(status: number, problem: string): FinishUploadResult {
  return { status, body: { problem } };
}
