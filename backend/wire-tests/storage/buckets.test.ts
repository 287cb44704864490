import { expect, test } from 'vitest';
import { sendStorage, startStorageServer } from './storage-server.ts';
import { setUp } from '../set-up.ts';

const server = setUp(() =>
  startStorageServer({
    configToml: `
      [storage]
      file_size_limit = "1MiB"
      [storage.buckets.declared]
      public = true
      file_size_limit = "1KiB"
      allowed_mime_types = ["image/png"]
      [storage.buckets.plain]`,
  }),
);

function admin() {
  return server.client(server.secretKey).storage;
}

test('a bucket can be created, read, changed, listed, emptied and deleted', async () => {
  const made = await admin().createBucket('docs', {
    public: false,
    fileSizeLimit: '20kb',
    allowedMimeTypes: ['text/*'],
  });
  expect(made.data).toEqual({ name: 'docs' });
  expect((await admin().getBucket('docs')).data).toEqual({
    id: 'docs',
    name: 'docs',
    owner: null,
    public: false,
    type: 'STANDARD',
    file_size_limit: 20_000,
    allowed_mime_types: ['text/*'],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: expect.any(String),
  });
  expect((await admin().updateBucket('docs', { public: true })).data).toEqual({
    message: 'Successfully updated',
  });
  const changed = await admin().getBucket('docs');
  expect(changed.data).toMatchObject({
    public: true,
    file_size_limit: 20_000,
    allowed_mime_types: ['text/*'],
  });
  await admin().updateBucket('docs', { public: true, fileSizeLimit: null, allowedMimeTypes: null });
  expect((await admin().getBucket('docs')).data).toMatchObject({
    file_size_limit: null,
    allowed_mime_types: null,
  });
  await admin().from('docs').upload('deep/a.txt', 'a');
  expect((await admin().deleteBucket('docs')).error).toMatchObject({
    message: 'The bucket you tried to delete is not empty',
    statusCode: '409',
  });
  expect((await admin().emptyBucket('docs')).data?.message).toMatch(/^Empty bucket has been queued/);
  expect((await admin().from('docs').list()).data).toEqual([]);
  expect((await admin().deleteBucket('docs')).data).toEqual({ message: 'Successfully deleted' });
  expect((await admin().getBucket('docs')).error).toMatchObject({
    message: 'Bucket not found',
    status: 400,
    statusCode: '404',
  });
});

test('config.toml declares buckets and the largest object', async () => {
  expect((await admin().getBucket('declared')).data).toMatchObject({
    public: true,
    file_size_limit: 1024,
    allowed_mime_types: ['image/png'],
  });
  expect((await admin().getBucket('plain')).data).toMatchObject({ public: false, file_size_limit: null });
  const tooLarge = await admin()
    .from('plain')
    .upload('x.bin', new Uint8Array(1024 * 1024 + 1));
  expect(tooLarge.error).toMatchObject({ statusCode: '413' });
  expect(
    (await admin().createBucket('huge', { public: false, fileSizeLimit: '2mb' })).error?.message,
  ).toMatch(/at most 1048576 bytes/);
});

test('buckets are listed by name, searched, sorted and paged', async () => {
  const { data } = await admin().listBuckets();
  expect(data?.map(({ id }) => id)).toEqual(['declared', 'files', 'pictures', 'plain', 'vault']);
  const page = await admin().listBuckets({ limit: 2, offset: 1, sortColumn: 'name', sortOrder: 'desc' });
  expect(page.data?.map(({ id }) => id)).toEqual(['plain', 'pictures']);
  const found = await admin().listBuckets({ search: 'P' });
  expect(found.data?.map(({ id }) => id)).toEqual(['pictures', 'plain']);
});

test('a caller without policies on buckets can neither see nor create nor change one', async () => {
  const { storage } = server.client();
  expect((await storage.listBuckets()).data).toEqual([]);
  expect((await storage.getBucket('pictures')).error?.message).toBe('Bucket not found');
  expect((await storage.createBucket('mine')).error).toMatchObject({
    message: 'new row violates row-level security policy',
    status: 400,
    statusCode: '403',
  });
  expect((await storage.updateBucket('vault', { public: true })).error?.message).toBe('Bucket not found');
  expect((await storage.emptyBucket('vault')).error?.message).toBe('Bucket not found');
  expect((await storage.deleteBucket('plain')).error?.message).toBe('Bucket not found');
  expect((await admin().getBucket('vault')).data?.public).toBe(false);
});

test('a bucket that exists, has an invalid name or needs an unsupported feature is rejected', async () => {
  expect((await admin().createBucket('vault')).error).toMatchObject({
    message: 'The resource already exists',
    statusCode: '409',
  });
  for (const name of ['..', ' edge', 'a/b', 'ümlaut', '', 'x'.repeat(101)]) {
    const response = await sendStorage(server, '/bucket', {
      method: 'POST',
      json: { id: name, name, public: false },
      bearer: server.secretKey,
    });
    expect(await response.json(), name).toMatchObject({ statusCode: '400', message: 'Bucket name invalid' });
  }
  const later = await admin().createBucket('v', { public: false, versioningStatus: 'ENABLED' });
  expect(later.error?.message).toBe('This server does not offer versions of objects yet');
  const analytics = await admin().createBucket('v', { public: false, type: 'ANALYTICS' });
  expect(analytics.error?.message).toMatch(/does not offer buckets of type ANALYTICS/);
});
