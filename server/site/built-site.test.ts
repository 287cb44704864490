import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createRenderSlotProvider } from './built-site.ts';

const config = { TRUSTED_PROXIES: 0, localMode: false };

function from(remoteAddress: string, method = 'GET'): IncomingMessage {
  const socket = Object.assign(new EventEmitter(), { remoteAddress });
  return { method, headers: {}, socket } as unknown as IncomingMessage;
}

/** How many of `count` requests are admitted, if each is released before the next. */
async function admitted(
  admit: ReturnType<typeof createRenderSlotProvider>,
  request: () => IncomingMessage,
  count: number,
) {
  let granted = 0;
  for (let i = 0; i < count; i += 1) {
    const release = await admit(request());
    if (typeof release !== 'function') continue;
    granted += 1;
    release();
  }
  return granted;
}

test('an address has 600 renders a minute, whatever the method; another one has its own', async () => {
  const admit = createRenderSlotProvider(config);
  expect(await admitted(admit, () => from('203.0.113.9'), 400)).toBe(400);
  expect(await admitted(admit, () => from('203.0.113.9', 'POST'), 300)).toBe(200);
  expect(await admit(from('203.0.113.9'))).toMatchObject({ status: 429, seconds: expect.any(Number) });
  expect(await admitted(admit, () => from('203.0.113.10'), 1)).toBe(1);
});

test('changing addresses within an IPv6 /48 count as one', async () => {
  const admit = createRenderSlotProvider(config);
  let i = 0;
  const next = () => from(`2001:db8:7:${(i += 1).toString(16)}::1`);
  expect(await admitted(admit, next, 700)).toBe(600);
  expect(await admitted(admit, () => from('2001:db8:8::1'), 1)).toBe(1);
});

test('local mode has loose limits', async () => {
  const admit = createRenderSlotProvider({ ...config, localMode: true });
  expect(await admitted(admit, () => from('127.0.0.1'), 2_000)).toBe(2_000);
});

test('one visitor takes half of the slots at most; a slow body takes none', async () => {
  const admit = createRenderSlotProvider(config);
  for (let i = 0; i < 20; i += 1) expect(typeof (await admit(from('203.0.113.9', 'POST')))).toBe('function');
  for (let i = 0; i < 8; i += 1) await admit(from('203.0.113.9'));
  const waiting = admit(from('203.0.113.9'));
  const other = await admit(from('203.0.113.10'));
  expect(typeof other).toBe('function');
  expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits');
});

test('visitors who left are not waited for', async () => {
  const admit = createRenderSlotProvider(config);
  const releases = await Promise.all(Array.from({ length: 8 }, () => admit(from('203.0.113.9'))));
  const waiting = Array.from({ length: 20 }, () => from('203.0.113.9'));
  const denials = waiting.map((request) => admit(request));
  const last = admit(from('203.0.113.9'));
  await new Promise(setImmediate);
  for (const { socket } of waiting) socket.emit('close');
  const [release] = releases;
  if (typeof release === 'function') release();
  expect(typeof (await last)).toBe('function');
  expect(await Promise.all(denials)).toEqual(denials.map(() => ({ status: 503, seconds: 1 })));
  expect(waiting.every(({ socket }) => socket.listenerCount('close') === 0)).toBe(true);
});
