// The routes of the admin API.
import type { Hono, MiddlewareHandler } from 'hono';
import type { AuthDeps } from '../deps.ts';
import { createUser, updateUser, deleteUser } from './write-user.ts';
import { generateLink } from './generate-link.ts';
import { inviteUser } from './invite.ts';
import { listUsers, readUser } from './read-users.ts';
import { requireAndLockFactor, requireFactorId } from '../factors/factor-rows.ts';
import { deleteFactorAndDowngradeSessions } from '../factors/enroll-factor.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { requireServiceRole } from '../http/require-key.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { factorJson } from '../accounts/user-json.ts';
import { requireExistingUser } from './require-existing-user.ts';

/** Everything here, and every other path below /admin, requires the service role. */
export function mountAdminRoutes(app: Hono, deps: AuthDeps): void {
  const asAdmin: MiddlewareHandler = (context, next) => {
    requireServiceRole(context.req.raw, deps);
    return next();
  };
  /** For responses that contain one account. */
  const countUser: MiddlewareHandler = async (context, next) => {
    await next();
    if (context.res.ok) deps.onUsersRead(context.req.raw, 1);
  };
  app.use('/admin/*', asAdmin);
  app.get('/admin/users', ({ req }) => listUsers(req.raw, deps));
  app.post('/admin/users', countUser, ({ req }) => createUser(req.raw, deps));
  app.get('/admin/users/:id', countUser, ({ req }) => readUser(req.param('id'), deps));
  app.put('/admin/users/:id', countUser, ({ req }) => updateUser(req.raw, req.param('id'), deps));
  app.delete('/admin/users/:id', ({ req }) => deleteUser(req.raw, req.param('id'), deps));
  app.get('/admin/users/:id/factors', ({ req }) => listFactors(req.param('id'), deps));
  app.delete('/admin/users/:id/factors/:factor', ({ req }) =>
    deleteFactor(req.param('id'), req.param('factor'), deps),
  );
  app.post('/admin/generate_link', countUser, ({ req }) => generateLink(req.raw, deps));
  app.post('/invite', asAdmin, countUser, ({ req }) => inviteUser(req.raw, deps));
}

async function listFactors(id: string, deps: AuthDeps): Promise<Response> {
  return jsonResponse((await requireExistingUser(id, deps)).factors.map(factorJson));
}

/** Lets an administrator remove a factor that its owner has lost. */
async function deleteFactor(id: string, factorId: string, deps: AuthDeps): Promise<Response> {
  const user = await requireExistingUser(id, deps);
  const known = requireFactorId(factorId);
  await runInTransaction(deps.pool, async (client) => {
    await requireAndLockFactor(client, user.id, known);
    await deleteFactorAndDowngradeSessions(client, known);
  });
  return jsonResponse({ id: known });
}
