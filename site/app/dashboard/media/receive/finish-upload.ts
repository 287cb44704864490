import { backendContext } from '../../../data/backend-context.ts';
import { serverClient } from '../../../data/server-client.ts';
import type { Route } from './+types/finish-upload.ts';
import { pictureFolderHeader } from './store-picture.server.ts';
import { receiveUpload } from './receive-upload.server.ts';
import { receiveTexts } from './receive-texts.ts';
import { uploadRequest, type UploadResponse } from './upload-request.ts';

const { errors } = receiveTexts;
const maxBodyLength = 10_000;

function respond(body: UploadResponse, status: number): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}

async function parseRequest(request: Request) {
  const text = await request.text();
  if (text.length > maxBodyLength) return null;
  try {
    return uploadRequest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Turns a file that the browser put into its own folder of `incoming` into a picture. Uses the caller's token
 * throughout, so policies decide and nobody can name another user's file.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const authorization = request.headers.get('authorization') ?? '';
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (request.method !== 'POST' || token === undefined) {
    return respond({ problem: errors.signedOut }, 401);
  }
  const requested = await parseRequest(request);
  if (!requested) return respond({ problem: errors.unreadable }, 400);
  if (requested.owner && requested.owner.alt === '' && !requested.owner.isDecorative) {
    return respond({ problem: errors.undescribed }, 422);
  }
  const { headerKey, publicOrigin } = context.get(backendContext);
  const client = serverClient(context, {
    Authorization: `Bearer ${token}`,
    ...pictureFolderHeader(requested.id, headerKey),
  });
  const [{ data: account }, { data: mayEdit }] = await Promise.all([
    client.auth.getUser(token),
    client.rpc('can_edit_content'),
  ]);
  if (!account.user) return respond({ problem: errors.signedOut }, 401);
  if (mayEdit !== true) {
    return respond({ problem: errors.denied }, 403);
  }
  const userId = account.user.id;
  const result = await receiveUpload({ client, userId, requested, origin: publicOrigin });
  return respond(result.body, result.status);
}
