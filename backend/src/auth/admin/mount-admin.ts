// The routes of the admin API.
import type { Hono } from 'hono';
import type { AuthDeps } from '../deps.ts';
import { createUser, updateUser, deleteUser } from './write-user.ts';
import { generateLink } from './generate-link.ts';
import { inviteUser } from './invite.ts';
import { listUsers, readAccount } from './read-users.ts';
import { lockFactor, requireFactorId } from '../factors/factor-rows.ts';
import { deleteFactorAndDowngradeSessions } from '../factors/enroll-factor.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { requireAdmin } from '../http/require-key.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { factorJson } from '../accounts/user-json.ts';
import { requireAccount } from './require-account.ts';

/** Each handler checks for the service role itself. */
export function mountAdmin(app: Hono, deps: AuthDeps): void {
  app.get('/admin/users', ({ req }) => listUsers(req.raw, deps));
  app.post('/admin/users', ({ req }) => createUser(req.raw, deps));
  app.get('/admin/users/:id', ({ req }) => readAccount(req.raw, req.param('id'), deps));
  app.put('/admin/users/:id', ({ req }) => updateUser(req.raw, req.param('id'), deps));
  app.delete('/admin/users/:id', ({ req }) => deleteUser(req.raw, req.param('id'), deps));
  app.get('/admin/users/:id/factors', ({ req }) => listFactors(req.raw, req.param('id'), deps));
  app.delete('/admin/users/:id/factors/:factor', ({ req }) =>
    deleteFactor(req.raw, req.param('id'), req.param('factor'), deps),
  );
  app.post('/admin/generate_link', ({ req }) => generateLink(req.raw, deps));
  app.post('/invite', ({ req }) => inviteUser(req.raw, deps));
}

async function listFactors(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  requireAdmin(request, deps);
  return jsonResponse((await requireAccount(id, deps)).factors.map(factorJson));
}

/** Lets an administrator remove a factor that its owner has lost. */
async function deleteFactor(
  request: Request,
  id: string,
  factorId: string,
  deps: AuthDeps,
): Promise<Response> {
  requireAdmin(request, deps);
  const user = await requireAccount(id, deps);
  const known = requireFactorId(factorId);
  await runInTransaction(deps.pool, async (client) => {
    await lockFactor(client, user.id, known);
    await deleteFactorAndDowngradeSessions(client, known);
  });
  return jsonResponse({ id: known });
}
