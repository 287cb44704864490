// Uploads a picture: checks its file, sends it, returns the picture that the server made.
import {
  browserClient,
  createSessionClientWithFetch,
  fetchJsonAsUser,
} from '../../../data/browser-client.ts';
import type {
  FinishedUpload,
  FinishUploadResponse,
  FinishUploadRequest,
} from '../receive/finish-upload-request.ts';
import { uploadTexts } from './upload-texts.ts';

const { errors } = uploadTexts;

/** Types that the bucket `incoming` accepts; the server checks the bytes. */
const types = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);

/** A logo may also be an SVG file. */
const logoTypes = new Set([...types, 'image/svg+xml']);

/** For `<input accept>`. */
export const acceptedPictureTypes = [...types].join(',');
export const acceptedLogoTypes = [...logoTypes].join(',');
const maxBytes = 20 * 1024 * 1024;

/** Why a file is not accepted, as an instruction; null if it may be accepted. */
export function findFileProblem(
  { type, size }: Pick<File, 'type' | 'size'>,
  { isLogo = false }: { isLogo?: boolean } = {},
): string | null {
  if (!(isLogo ? logoTypes : types).has(type)) return errors.wrongType;
  if (size === 0) return errors.emptyFile;
  if (size > maxBytes) return errors.tooLarge;
  return null;
}

/** "84 KB", "2.4 MB" */
export function formatPictureSize(bytes: number): string {
  if (bytes < 1_000_000) return uploadTexts.kilobytes(Math.max(1, Math.round(bytes / 1000)));
  return uploadTexts.megabytes((bytes / 1_000_000).toFixed(1));
}

/** All dropped or pasted files, so that files of a wrong type are reported too. */
export function readTransferredFiles(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}

export interface UploadToSend extends Omit<FinishUploadRequest, 'name'> {
  file: File;
  /** the sent share of the bytes, 0 to 1 */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

function explain({ message, statusCode }: { message: string; statusCode?: string | undefined }): Error {
  if (statusCode === '413')
    return new Error(/maximum allowed size/.test(message) ? errors.tooLarge : errors.noRoom);
  if (statusCode === '403') return new Error(errors.denied);
  return new Error(statusCode === undefined ? errors.connectionLost : message);
}

/** Sends the file to the caller's folder of the bucket `incoming`. */
async function sendBytes({ id, file, onProgress, signal }: UploadToSend): Promise<void> {
  const { data } = await browserClient().auth.getSession();
  if (!data.session) throw new Error(errors.signedOut);
  const { error } = await createSessionClientWithFetch(fetchWithProgress(onProgress, signal))
    .storage.from('incoming')
    .upload(`${data.session.user.id}/${id}`, file, { contentType: file.type });
  signal.throwIfAborted();
  const failure = error as (typeof error & { statusCode?: string }) | null;
  // an earlier attempt succeeded, although its response was lost
  if (failure && failure.statusCode !== '409') throw explain(failure);
}

/** Requests that the server makes the picture. Cannot be cancelled, because it is short. */
async function requestPicture({ id, owner, isLogo, file }: UploadToSend): Promise<FinishedUpload> {
  const request: FinishUploadRequest = { id, owner, isLogo, name: file.name.slice(0, 200) };
  const response = await fetchJsonAsUser<FinishUploadResponse>('/finish-upload', request).catch(() => null);
  const body = response?.body;
  if (!body) throw new Error(errors.connectionLost);
  if ('problem' in body) throw new Error(body.problem);
  return body;
}

/**
 * Uploads a picture and returns the result. Throws a message for the user, or an AbortError if it was cancelled before
 * all bytes were sent. A retry with the same id is idempotent.
 */
export async function sendUpload(upload: UploadToSend): Promise<FinishedUpload> {
  await sendBytes(upload);
  upload.onProgress(1);
  return requestPicture(upload);
}

/** A `fetch` that reports upload progress, which the browser's own does not. */
function fetchWithProgress(onProgress: (share: number) => void, signal: AbortSignal): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : input);
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total);
      });
      request.addEventListener('load', () => resolve(responseOf(request)));
      request.addEventListener('error', () => reject(new TypeError('the connection was lost')));
      request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
      signal.addEventListener('abort', () => request.abort(), { once: true });
      if (signal.aborted) reject(new DOMException('cancelled', 'AbortError'));
      else request.send(init.body as XMLHttpRequestBodyInit | null);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const hasBody = request.status !== 204 && request.status !== 304;
  return new Response(hasBody ? request.responseText : null, { status: request.status, headers });
}
