import { backendContext } from '../../../data/backend-context.ts';
import { serverClient } from '../../../data/server-client.ts';
import type { Route } from './+types/finish-upload.ts';
import { pictureFolderHeader } from './picture-store.server.ts';
import { receiveUpload } from './receive-upload.server.ts';
import { uploadRequest, type UploadAnswer } from './upload-request.ts';

const longestBody = 10_000;

function answer(body: UploadAnswer, status: number): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}

async function readWish(request: Request) {
  const text = await request.text();
  if (text.length > longestBody) return null;
  try {
    return uploadRequest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * The browser has put a file into its folder of `incoming` and asks for the picture. Everything is done as the
 * caller, whose token the request carries: policies decide. Nobody can name another person's file.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const authorization = request.headers.get('authorization') ?? '';
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (request.method !== 'POST' || token === undefined) {
    return answer({ problem: 'Sign in again, then choose the file again.' }, 401);
  }
  const wish = await readWish(request);
  if (!wish) return answer({ problem: "We couldn't read this upload. Reload the page and try again." }, 400);
  if (wish.owner && wish.owner.alt === '' && !wish.owner.isDecorative) {
    return answer({ problem: 'Describe the image in one sentence, or mark it decorative.' }, 422);
  }
  const { headerKey, publicOrigin } = context.get(backendContext);
  const client = serverClient(context, {
    Authorization: `Bearer ${token}`,
    ...pictureFolderHeader(wish.id, headerKey),
  });
  const [{ data: account }, { data: mayEdit }] = await Promise.all([
    client.auth.getUser(token),
    client.rpc('can_edit_content'),
  ]);
  if (!account.user) return answer({ problem: 'Sign in again, then choose the file again.' }, 401);
  if (mayEdit !== true) {
    return answer({ problem: "You don't have permission to change content. Ask an owner." }, 403);
  }
  const userId = account.user.id;
  const result = await receiveUpload({ client, userId, wish, origin: publicOrigin });
  return answer(result.answer, result.status);
}
