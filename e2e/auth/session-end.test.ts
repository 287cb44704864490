import type { WebSocketRoute } from '@playwright/test';
import { makeOwner } from '../dashboard/team.ts';
import { expect, openAs, test } from '../product/staff.ts';

test('a session that ended before its channel was joined is noticed when the channel is refused', async ({
  product,
  newContext,
}) => {
  const owner = await makeOwner(product);
  const page = await openAs(newContext, product, owner);
  const { promise: opened, resolve: open } = Promise.withResolvers<WebSocketRoute>();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, async (socket) => {
    const messages: (string | Buffer)[] = [];
    socket.onMessage((message) => void messages.push(message));
    open(socket);
    await held;
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    for (const message of messages) server.send(message);
  });
  await page.goto('/dashboard/team');
  await expect(page.getByRole('heading', { level: 2, name: 'People' })).toBeVisible();
  await opened;
  await owner.client.auth.signOut();
  release();
  await expect(page.getByText('You were signed out in another tab')).toBeVisible();
});
