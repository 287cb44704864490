import { setTimeout as wait } from 'node:timers/promises';
import { drillSecretKey } from './start-socket-activated-server.ts';
import { requestThroughProxy, type ProxyEndpoint } from './request-through-proxy.ts';

const parts = 20;

async function* slowBytes(): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part += 1) {
    yield Buffer.alloc(50_000, part);
    await wait(60);
  }
}

/** Uploads 1 MB to the bucket of pictures within a second. Rejects unless it is stored completely. */
export async function uploadSlowly(entrance: ProxyEndpoint, name: string): Promise<void> {
  const path = `${entrance.name.replaceAll(' ', '-')}-${name}`;
  const { status, body } = await requestThroughProxy(entrance, `/storage/v1/object/incoming/drill/${path}`, {
    method: 'POST',
    headers: { apikey: drillSecretKey, 'content-type': 'image/png', 'content-length': parts * 50_000 },
    body: slowBytes(),
  });
  if (status !== 200) throw new Error(`upload by ${entrance.name}: ${status} ${body}`);
}
