// The route that downloads a file of a received mail: checks the request, sets safe headers.
import { mailAttachmentReaderContext } from '../../../data/request-contexts.ts';
import { bearerTokenOf, privateJsonResponse, serverClient } from '../../../data/server-client.ts';
import type { Route } from './+types/received-file.ts';
import { readReceivedFile } from './read-received-file.server.ts';
import { fileTexts } from './received-mail-texts.ts';

const { errors } = fileTexts;
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A file of a received mail, or the original mail, for those who may read it: the database decides by the bearer token.
 * Always a download, never shown by the browser; file types that are not offered are `PART.zip`, for owners.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const token = bearerTokenOf(request);
  if (token === undefined) return privateJsonResponse({ problem: errors.signedOut }, 401);
  if (!id.test(params.mail) || !/^(original|\d{1,3}(\.zip)?)$/.test(params.part))
    return privateJsonResponse({ problem: errors.missing }, 404);
  const caller = serverClient(context, { Authorization: `Bearer ${token}` });
  const [part = '', zip] = params.part.split('.');
  const readMailAttachment = context.get(mailAttachmentReaderContext);
  const file = await readReceivedFile(caller, readMailAttachment, params.mail, part, zip !== undefined);
  if (file === null) return privateJsonResponse({ problem: errors.missing }, 404);
  return new Response(Buffer.from(file.bytes), {
    headers: {
      'content-type': file.type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      vary: 'authorization',
    },
  });
}
