// The resource route that returns unsent emails from the local mail folder to owners: a page or one file.
import { bearerTokenOf, privateJsonResponse, serverClient } from '../../../data/server-client.ts';
import { backendContext } from '../../../data/backend-context.ts';
import type { Route } from './+types/mail-files.ts';
import { mailFileTexts } from '../mailbox-texts.ts';
import { listMailFiles, readMailFile } from './mail-folder.server.ts';

const { errors } = mailFileTexts;

/**
 * The folder of unsent mail, only for owners in local mode, because it contains links that open accounts. The database
 * checks the bearer token, which other sites cannot send.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { mailFolder } = context.get(backendContext);
  if (mailFolder === null) return privateJsonResponse({ problem: errors.notLocal }, 404);
  const token = bearerTokenOf(request);
  if (token === undefined) return privateJsonResponse({ problem: errors.signedOut }, 401);
  const caller = serverClient(context, { Authorization: `Bearer ${token}` });
  const { data: isOwner, error } = await caller.rpc('is_owner');
  if (error || isOwner !== true) return privateJsonResponse({ problem: errors.notOwner }, 403);
  if (params.name === undefined) {
    return privateJsonResponse(
      await listMailFiles(mailFolder, new URL(request.url).searchParams.get('before')),
    );
  }
  const mail = await readMailFile(mailFolder, params.name);
  return mail ? privateJsonResponse(mail) : privateJsonResponse({ problem: errors.missing }, 404);
}
