import { backendContext } from '../../../data/backend-context.ts';
import { serverClient } from '../../../data/server-client.ts';
import type { Route } from './+types/mail-files.ts';
import { mailFileTexts } from './mail-file-texts.ts';
import { listMail, readMail } from './mail-folder.server.ts';

const { errors } = mailFileTexts;

function respond(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', vary: 'authorization' } });
}

/**
 * The folder of unsent mail, for owners in local mode only: it has links that open accounts. The bearer token is
 * checked by the database; another site cannot send it.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { mailFolder } = context.get(backendContext);
  if (mailFolder === null) return respond({ problem: errors.notLocal }, 404);
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined) return respond({ problem: errors.signedOut }, 401);
  const caller = serverClient(context, { Authorization: `Bearer ${token}` });
  const { data: isOwner, error } = await caller.rpc('is_owner');
  if (error || isOwner !== true) return respond({ problem: errors.notOwner }, 403);
  if (params.name === undefined) {
    return respond(await listMail(mailFolder, new URL(request.url).searchParams.get('before')));
  }
  const mail = await readMail(mailFolder, params.name);
  return mail ? respond(mail) : respond({ problem: errors.missing }, 404);
}
