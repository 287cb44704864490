// The route that turns an uploaded file into a picture: checks the request, the account, its role.
import { parseRequestBody } from '../../../data/parse-request-body.ts';
import { bearerTokenOf, privateJsonResponse, serverClient } from '../../../data/server-client.ts';
import { backendContext } from '../../../data/backend-context.ts';
import type { Route } from './+types/finish-upload.ts';
import { createPictureFolderHeader } from './store-picture.server.ts';
import { faultLoggerContext } from '../../../data/request-contexts.ts';
import { processUploadOnce } from './process-upload-once.server.ts';
import { receiveUploadTexts } from './receive-upload-texts.ts';
import { finishUploadRequestSchema, type FinishUploadResponse } from './finish-upload-request.ts';

const { errors } = receiveUploadTexts;
const maxBodyLength = 10_000;

function refuse(problem: string, status: number): Response {
  return privateJsonResponse({ problem } satisfies FinishUploadResponse, status);
}

/**
 * Turns a file that the browser put into its own folder of `incoming` into a picture. Uses the caller's token
 * throughout, so policies decide, and no one can name another user's file.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const token = bearerTokenOf(request);
  if (request.method !== 'POST' || token === undefined) return refuse(errors.signedOut, 401);
  const body = await parseRequestBody(request, finishUploadRequestSchema, maxBodyLength);
  if (!('data' in body)) return refuse(body.problem, 400);
  const requested = body.data;
  if (requested.owner?.alt === '' && !requested.owner.isDecorative) return refuse(errors.undescribed, 422);
  const { headerKey, publicOrigin } = context.get(backendContext);
  const client = serverClient(context, {
    Authorization: `Bearer ${token}`,
    ...createPictureFolderHeader(requested.id, headerKey),
  });
  const [{ data: account }, { data: mayEdit }] = await Promise.all([
    client.auth.getUser(token),
    client.rpc('can_edit_content'),
  ]);
  if (!account.user) return refuse(errors.signedOut, 401);
  if (mayEdit !== true) return refuse(errors.denied, 403);
  const userId = account.user.id;
  const result = await processUploadOnce({
    client,
    userId,
    requested,
    origin: publicOrigin,
    log: context.get(faultLoggerContext),
  });
  return privateJsonResponse(result.body, result.status);
}
