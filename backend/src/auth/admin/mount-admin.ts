import type { Hono } from 'hono';
import type { AuthDeps } from '../deps.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { generateLink } from './generate-link.ts';
import { invite } from './invite.ts';
import { listUsers } from './list-users.ts';
import { updateUser } from './update-user.ts';
import { deleteFactor, listFactors } from './admin-factors.ts';
import { readAccount } from './read-account.ts';

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
  app.post('/invite', ({ req }) => invite(req.raw, deps));
}
