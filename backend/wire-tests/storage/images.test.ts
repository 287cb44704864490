import { crc32, deflateSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { type TestUser, sendStorage, signUpUser, startStorageServer } from './storage-server.ts';
import { setUp } from '../set-up.ts';

let ada: TestUser;

const server = setUp(startStorageServer);

beforeAll(async () => {
  ada = await signUpUser(server);
  const create = { width: 400, height: 200, channels: 3 as const, background: '#336699' };
  const png = await sharp({ create }).png().toBuffer();
  const jpeg = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  await own().upload(path('wide.png'), png, { contentType: 'image/png' });
  await own().upload(path('turned.jpg'), jpeg, { contentType: 'image/jpeg' });
  await admin().from('pictures').upload('wide.png', png, { contentType: 'image/png' });
});

function own() {
  return ada.client.storage.from('files');
}

function admin() {
  return server.client(server.secretKey).storage;
}

function path(name: string): string {
  return `${ada.id}/${name}`;
}

async function sizeOf(picture: Blob | Response | null): Promise<unknown[]> {
  const { format, width, height, exif } = await sharp(await picture!.arrayBuffer()).metadata();
  return [format, width, height, exif];
}

test('download with a transform: cover crops, contain fits, fill stretches, and none enlarges', async () => {
  const cases: [Parameters<ReturnType<typeof own>['download']>[1], number, number][] = [
    [{ transform: { width: 100, height: 100 } }, 100, 100],
    [{ transform: { width: 100, height: 100, resize: 'contain' } }, 100, 50],
    [{ transform: { width: 100, height: 100, resize: 'fill' } }, 100, 100],
    [{ transform: { height: 50 } }, 100, 50],
    [{ transform: { width: 2000 } }, 400, 200],
  ];
  for (const [options, width, height] of cases) {
    const { data, error } = await own().download(path('wide.png'), options);
    expect(error).toBeNull();
    expect(await sizeOf(data), JSON.stringify(options)).toEqual(['png', width, height, undefined]);
  }
  const { data } = await own().download(path('turned.jpg'), { transform: { width: 50 } });
  expect(await sizeOf(data)).toEqual(['jpeg', 50, 100, undefined]);
});

test('a public image is sent as webp where the client accepts it, else or on request in its own format', async () => {
  const { data } = admin()
    .from('pictures')
    .getPublicUrl('wide.png', { transform: { width: 200, quality: 60 } });
  const webp = await fetch(data.publicUrl, { headers: { accept: 'image/avif,image/webp,*/*' } });
  expect(Object.fromEntries(webp.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-transformations': 'width:200,resizing_type:fill,quality:60',
    vary: 'accept, authorization, apikey',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  expect(await sizeOf(webp)).toEqual(['webp', 200, 100, undefined]);
  const plain = await fetch(data.publicUrl, { headers: { accept: 'image/*' } });
  expect(plain.headers.get('content-type')).toBe('image/png');
  const origin = await fetch(`${data.publicUrl}&format=origin`, { headers: { accept: 'image/webp' } });
  expect(origin.headers.get('content-type')).toBe('image/png');
  const etag = webp.headers.get('etag') ?? '';
  const known = await fetch(data.publicUrl, { headers: { accept: 'image/webp', 'if-none-match': etag } });
  expect(known.status).toBe(304);
});

test('a signed URL opens its own transform only, not the original', async () => {
  const { data } = await own().createSignedUrl(path('wide.png'), 60, {
    transform: { width: 40, resize: 'fill' },
  });
  const url = data?.signedUrl ?? '';
  expect(url).toContain('/render/image/sign/');
  expect(await sizeOf(await fetch(url))).toEqual(['png', 40, 200, undefined]);
  expect(await sizeOf(await fetch(`${url}&width=300`))).toEqual(['png', 40, 200, undefined]);
  const original = await fetch(url.replace('/render/image/sign/', '/object/sign/'));
  expect(await original.json()).toMatchObject({ error: 'InvalidJWT' });
});

test('policies apply to transforms too, also to cached ones', async () => {
  await own().download(path('wide.png'), { transform: { width: 64 } });
  const { error } = await server
    .client()
    .storage.from('files')
    .download(path('wide.png'), {
      transform: { width: 64 },
    });
  expect(error).toMatchObject({ message: 'Object not found', statusCode: '404' });
  const hidden = await sendStorage(server, `/render/image/public/files/${path('wide.png')}?width=64`, {
    bare: true,
  });
  expect(await hidden.json()).toMatchObject({ message: 'Bucket not found' });
});

test('after an image is replaced, its transforms are rendered from the new one', async () => {
  const create = { width: 30, height: 30, channels: 3 as const, background: 'red' };
  await own().upload(path('changing.png'), await sharp({ create }).png().toBuffer(), {
    contentType: 'image/png',
  });
  await own().download(path('changing.png'), { transform: { width: 10 } });
  const tall = await sharp({ create: { ...create, height: 60 } })
    .png()
    .toBuffer();
  await own().update(path('changing.png'), tall, { contentType: 'image/png' });
  const { data } = await own().download(path('changing.png'), { transform: { width: 10 } });
  expect(await sizeOf(data)).toEqual(['png', 10, 20, undefined]);
});

/** 1 bit per pixel: 400 million pixels take a quarter of a megabyte. */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 });
  const chunks = [['IHDR', header] as const, ['IDAT', rows] as const, ['IEND', Buffer.alloc(0)] as const];
  const parts = chunks.flatMap(([type, data]) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.byteLength);
    sum.writeUInt32BE(crc32(named));
    return [length, named, sum];
  });
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

test('files that are no image, too large when decompressed, or damaged are rejected', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
  const bomb = blackPng(20_000, 20_000);
  expect(bomb.byteLength).toBeLessThan(500_000);
  const png = await sharp({ create: { width: 99, height: 99, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  const cases: [string, string | Uint8Array, RegExp][] = [
    ['drawing.svg', svg, /not a picture/],
    ['page.png', '<html>', /not a picture/],
    ['bomb.png', new Uint8Array(bomb), /damaged, or too large/],
    ['half.png', new Uint8Array(png.subarray(0, 60)), /damaged, or too large/],
  ];
  for (const [name, body, message] of cases) {
    await own().upload(path(name), body, { contentType: 'image/png' });
    const { error } = await own().download(path(name), { transform: { width: 10 } });
    expect(error, name).toMatchObject({ message: expect.stringMatching(message), status: 400 });
  }
});

test('a picture that is too large once decoded is refused in little memory', async () => {
  const line = new Uint8Array(blackPng(39_999_999, 1));
  await own().upload(path('line.png'), line, { contentType: 'image/png' });
  const before = process.resourceUsage().maxRSS;
  const { error } = await own().download(path('line.png'), { transform: { width: 10 } });
  expect(error).toMatchObject({ message: expect.stringMatching(/too large/), status: 400 });
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(200);
});

test('a transform with parameters out of range is rejected', async () => {
  for (const query of [
    'width=0',
    'width=2501',
    'height=1e9',
    'quality=10',
    'resize=tile',
    'format=tiff',
    'width=a',
  ]) {
    const response = await sendStorage(server, `/render/image/public/pictures/wide.png?${query}`, {
      bare: true,
    });
    expect(response.status, query).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'InvalidRequest' });
  }
});
