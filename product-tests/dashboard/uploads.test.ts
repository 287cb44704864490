import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixture.ts';
import { accountPassword, signUpAccount, type Account } from '../../e2e/product/accounts.ts';
import { enrollAuthenticator } from '../../e2e/product/enroll-authenticator.ts';
import type { Product } from '../../e2e/product/product.ts';
import { projectRoot } from '../../server/project-root.ts';

const sample = await readFile(join(projectRoot, 'site/public/samples/ringcheck-ticket.webp'));

async function send(
  { client, session }: Account,
  bytes: Buffer = sample,
  { id = randomUUID() as string, folder = session.user.id, contentType = 'image/webp' } = {},
) {
  const sent = await client.storage.from('incoming').upload(`${folder}/${id}`, bytes, { contentType });
  return { id, error: sent.error };
}

async function finish(product: Product, account: Account | null, body: unknown) {
  const response = await fetch(`${product.url}/finish-upload`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(account ? { authorization: `Bearer ${account.session.access_token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as { url?: string; problem?: string }) };
}

async function firstApp(product: Product) {
  const { data } = await product.admin.from('apps').select('id, slug').eq('slug', 'ringcheck').single();
  return data!;
}

function ownerOf(id: string, part = {}) {
  return { source: 'app', id, kind: 'screenshot', alt: 'A list of tickets', isDecorative: false, ...part };
}

/** No file of this account is left in `incoming`. */
async function expectNothingLeft(product: Product, account: Account) {
  const { data } = await product.admin.storage.from('incoming').list(account.session.user.id);
  expect(data).toEqual([]);
}

test('B-14 an upload becomes a picture in its sizes and a row; sent twice it is one', async ({ product }) => {
  const account = await signUpAccount(product);
  const app = await firstApp(product);
  const { id } = await send(account);
  const upload = { id, owner: ownerOf(app.id) };
  const [one, two] = await Promise.all([finish(product, account, upload), finish(product, account, upload)]);
  const three = await finish(product, account, upload);
  expect(one.status, one.problem).toBe(200);
  expect([two.url, three.url]).toEqual([one.url, one.url]);
  expect(one.url).toMatch(new RegExp(`^/storage/v1/object/public/pictures/${id}/\\d+x\\d+\\.webp$`));
  await send(account, Buffer.from('another file'), { id });
  expect(await finish(product, account, upload)).toEqual({ status: 200, url: one.url, wasAnimated: false });
  const rows = await product.admin.from('app_media').select('alt, kind, url').eq('id', id);
  expect(rows.data).toEqual([{ alt: 'A list of tickets', kind: 'screenshot', url: one.url }]);
  await expectNothingLeft(product, account);
  const html = await (await fetch(`${product.url}/apps/${app.slug}`)).text();
  expect(html).toContain(`${id}/480.webp 480w`);
  const small = await fetch(`${product.url}${one.url!.replace(/[^/]+$/, '480.webp')}`);
  expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(small.headers.get('cache-control')).toContain('max-age=31536000');

  const gone = await account.client.rpc('delete_media', { media_id: id });
  expect(gone.data).toBe(one.url);
  const folder = await account.client.storage.from('pictures').list(id);
  const files = (folder.data ?? []).map(({ name }) => `${id}/${name}`);
  expect(files.length).toBeGreaterThan(1);
  expect((await account.client.storage.from('pictures').remove(files)).data).toHaveLength(files.length);
});

test('B-14 a file that is no picture is refused with an explanation, and nothing of it is stored', async ({
  product,
}) => {
  const account = await signUpAccount(product);
  const app = await firstApp(product);
  const owner = ownerOf(app.id);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const drawing = await send(account, svg, { contentType: 'image/png' });
  const named = await send(account, svg, { contentType: 'image/svg+xml' });
  for (const { id } of [drawing, named]) {
    const refused = await finish(product, account, { id, owner });
    expect([refused.status, refused.problem]).toEqual([422, expect.stringMatching(/Choose a JPEG, PNG/)]);
  }
  const cut = await send(account, sample.subarray(0, sample.length - 2000));
  expect((await finish(product, account, { id: cut.id, owner })).problem).toMatch(/damaged/);
  const orphan = await send(account);
  const nobody = await finish(product, account, { id: orphan.id, owner: ownerOf(randomUUID()) });
  expect([nobody.status, nobody.problem]).toEqual([422, expect.stringMatching(/deleted this app/)]);
  const left = await product.admin.storage.from('pictures').list(orphan.id);
  expect(left.data).toEqual([]);
  const silent = await finish(product, account, { id: randomUUID(), owner: { ...owner, alt: ' ' } });
  expect([silent.status, silent.problem]).toEqual([422, expect.stringMatching(/decorative/)]);
  const never = await finish(product, account, { id: randomUUID(), owner });
  expect([never.status, never.problem]).toEqual([410, expect.stringMatching(/Choose the file again/)]);
  await expectNothingLeft(product, account);

  const large = await send(account, Buffer.alloc(20 * 1024 * 1024 + 1));
  expect(large.error?.message).toMatch(/maximum allowed size/);
  const page = await send(account, svg, { contentType: 'text/html' });
  expect(page.error?.message).toMatch(/mime type/i);
  for (const id of ['../x', `a/${randomUUID()}`, 'photo.png', `${randomUUID()}.svg`])
    expect((await send(account, sample, { id })).error, id).not.toBeNull();
  for (const body of [{}, { id: '../x', owner: null }, { id: drawing.id, owner: { ...owner, id: 'x' } }, 'x'])
    expect((await finish(product, account, body)).status).toBe(400);
  expect((await fetch(`${product.url}/finish-upload`, { method: 'POST' })).status).toBe(401);
});

test('G-35 an account cannot read, name or remove the uploads of another; only the server creates pictures', async ({
  product,
}) => {
  const [ada, bea] = [await signUpAccount(product), await signUpAccount(product)];
  const { id } = await send(ada);
  const path = `${ada.session.user.id}/${id}`;
  const incoming = bea.client.storage.from('incoming');
  expect((await incoming.list(ada.session.user.id)).data).toEqual([]);
  expect((await incoming.download(path)).error).not.toBeNull();
  expect((await incoming.createSignedUrl(path, 60)).error).not.toBeNull();
  expect((await incoming.remove([path])).data).toEqual([]);
  expect((await send(bea, sample, { folder: ada.session.user.id })).error?.message).toMatch(
    /row-level security/,
  );
  expect((await finish(product, bea, { id, owner: null })).status).toBe(410);
  const own = await ada.client.storage.from('incoming').list(ada.session.user.id);
  expect(own.data?.map(({ name }) => name)).toEqual([id]);

  const pictures = ada.client.storage.from('pictures');
  const forged = await pictures.upload(`${randomUUID()}/480.webp`, sample, { contentType: 'image/webp' });
  expect(forged.error?.message).toMatch(/row-level security/);
  const made = await finish(product, ada, { id, owner: ownerOf((await firstApp(product)).id) });
  const used = made.url!.replace(/^.*\/pictures\//, '');
  expect((await pictures.remove([used])).data).toEqual([]);
  const over = await pictures.upload(used, sample, { contentType: 'image/webp', upsert: true });
  expect(over.error).not.toBeNull();
  await ada.client.rpc('delete_media', { media_id: id });
});

test('G-4 G-35 a session below its second factor uploads nothing, and a visitor neither', async ({
  product,
}) => {
  const account = await signUpAccount(product);
  const app = await firstApp(product);
  await enrollAuthenticator(account);
  const client = product.visitor();
  const low = await client.auth.signInWithPassword({ email: account.email, password: accountPassword });
  const stolen = { email: account.email, client, session: low.data.session! };
  const { id, error } = await send(stolen);
  expect(error?.message).toMatch(/row-level security/);
  const made = await finish(product, stolen, { id, owner: ownerOf(app.id) });
  expect([made.status, made.problem]).toEqual([403, expect.stringMatching(/Ask an owner/)]);

  const stranger = product.visitor().storage.from('incoming');
  const sent = await stranger.upload(`x/${randomUUID()}`, sample, { contentType: 'image/webp' });
  expect(sent.error).not.toBeNull();
  expect((await finish(product, null, { id: randomUUID(), owner: null })).status).toBe(401);
});
