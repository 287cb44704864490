import { setTimeout as wait } from 'node:timers/promises';
import { secretKey } from './start-held-server.ts';
import { visit, type Entrance } from './visit.ts';

const parts = 20;

async function* slowBytes(): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part += 1) {
    yield Buffer.alloc(50_000, part);
    await wait(60);
  }
}

/** Uploads 1 MB to the bucket of pictures within a second. Rejects unless it is stored completely. */
export async function uploadSlowly(entrance: Entrance, name: string): Promise<void> {
  const path = `${entrance.name.replaceAll(' ', '-')}-${name}`;
  const { status, body } = await visit(entrance, `/storage/v1/object/incoming/drill/${path}`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'image/png', 'content-length': parts * 50_000 },
    body: slowBytes(),
  });
  if (status !== 200) throw new Error(`upload by ${entrance.name}: ${status} ${body}`);
}
