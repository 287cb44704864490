import { accessToken, browserClient, clientWithFetch } from '../../../data/browser-client.ts';
import type { UploadAnswer, UploadRequest } from '../receive/upload-request.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';

export interface Upload extends UploadRequest {
  file: File;
  /** the share of the bytes that has gone, 0 to 1 */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

const lost = 'The connection was lost. Please try again.';

function explain({ message, statusCode }: { message: string; statusCode?: string | undefined }): Error {
  if (statusCode === '413') {
    return new Error('This file is larger than 20 MB. Make it smaller and choose it again.');
  }
  if (statusCode === '403') return new Error("You don't have permission to change content. Ask an owner.");
  return new Error(statusCode === undefined ? lost : message);
}

/** Puts the file into the caller's own folder of the bucket `incoming`. */
async function sendBytes({ id, file, onProgress, signal }: Upload): Promise<void> {
  const { data } = await browserClient().auth.getSession();
  if (!data.session) throw new Error('Sign in again, then try again.');
  const { error } = await clientWithFetch(fetchWithProgress(onProgress, signal))
    .storage.from('incoming')
    .upload(`${data.session.user.id}/${id}`, file, { contentType: file.type });
  signal.throwIfAborted();
  const failure = error as (typeof error & { statusCode?: string }) | null;
  // an earlier try did arrive, although its answer did not
  if (failure && failure.statusCode !== '409') throw explain(failure);
}

/** Asks the site's server to make the picture of what was sent. From here on there is no way back: it is one moment. */
async function askForPicture({ id, owner }: Upload): Promise<string> {
  const response = await fetch('/finish-upload', {
    method: 'POST',
    headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, owner } satisfies UploadRequest),
  }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as UploadAnswer | null | undefined;
  if (!answer) throw new Error(lost);
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.url;
}

/**
 * Sends a picture and answers the address it has then. Throws a sentence that says what was wrong; an AbortError when
 * it was cancelled before all bytes had gone. Trying again under the same id makes no second picture.
 */
export async function sendUpload(upload: Upload): Promise<string> {
  await sendBytes(upload);
  upload.onProgress(1);
  return askForPicture(upload);
}
