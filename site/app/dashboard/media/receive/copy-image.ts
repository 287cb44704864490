// The route that copies another site's image into our storage: checks the account, fetches, encodes, stores.
import { randomUUID } from 'node:crypto';
import { backendContext } from '../../../data/backend-context.ts';
import { parseRequestBody } from '../../../data/parse-request-body.ts';
import { faultLoggerContext } from '../../../data/request-contexts.ts';
import { bearerTokenOf, privateJsonResponse, serverClient } from '../../../data/server-client.ts';
import { copyImageTexts, receiveUploadTexts } from './receive-upload-texts.ts';
import type { Route } from './+types/copy-image.ts';
import { copyForeignImage } from './copy-foreign-image.server.ts';
import { copyImageRequestSchema, type CopyImageResponse } from './copy-image-request.ts';
import { PictureError } from './encode-picture-sizes.server.ts';
import { FileTooLargeError, UnreachableFileError } from './fetch-public-file.server.ts';
import { createPictureFolderHeader } from './store-picture.server.ts';

const { errors } = receiveUploadTexts;
const maxBodyLength = 4_000;

/** Accounts whose image is being fetched: one at a time each, and a few together, because a slow host holds memory. */
const fetching = new Set<string>();
const maxFetching = 4;

function refuse(problem: string, status: number): Response {
  return privateJsonResponse({ problem } satisfies CopyImageResponse, status);
}

/** Uses the caller's token for the storage, so policies decide; the image is fetched without any credentials. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const token = bearerTokenOf(request);
  if (request.method !== 'POST' || token === undefined) return refuse(copyImageTexts.signedOut, 401);
  const body = await parseRequestBody(request, copyImageRequestSchema, maxBodyLength);
  if (!('data' in body)) return refuse(body.problem, 400);
  const { headerKey, publicOrigin } = context.get(backendContext);
  const id = randomUUID();
  const client = serverClient(context, {
    Authorization: `Bearer ${token}`,
    ...createPictureFolderHeader(id, headerKey),
  });
  const [{ data: account }, { data: mayEdit }] = await Promise.all([
    client.auth.getUser(token),
    client.rpc('can_edit_content'),
  ]);
  if (!account.user) return refuse(copyImageTexts.signedOut, 401);
  if (mayEdit !== true) return refuse(errors.denied, 403);
  const userId = account.user.id;
  if (fetching.has(userId) || fetching.size >= maxFetching) return refuse(copyImageTexts.busy, 429);
  fetching.add(userId);
  try {
    const { address } = body.data;
    const url = await copyForeignImage({ client, id, address, origin: publicOrigin });
    return privateJsonResponse({ url } satisfies CopyImageResponse);
  } catch (error) {
    if (error instanceof FileTooLargeError) return refuse(copyImageTexts.tooLarge, 422);
    if (error instanceof UnreachableFileError) return refuse(copyImageTexts.unreachable, 422);
    if (error instanceof PictureError) return refuse(copyImageTexts.notAnImage, 422);
    if ((error as { statusCode?: string }).statusCode === '413') return refuse(errors.noRoom, 413);
    context.get(faultLoggerContext)('image.not_copied', error);
    return refuse(errors.notKept, 502);
  } finally {
    fetching.delete(userId);
  }
}
