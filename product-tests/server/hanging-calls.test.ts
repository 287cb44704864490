// A server whose mail server, mailbox, DNS or backup target never responds still ends at once.
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '@fairlead/backend/testing';
import { startS3Server } from '@fairlead/backend/testing/fakes';
import { isRoot } from '../../e2e/product/command.ts';
import { expect, test } from '../fixture.ts';
import { startProduct } from '../../e2e/product/product.ts';

/** Accepts connections and never responds. */
async function listenSilently(): Promise<{ server: Server; port: number; connected: Promise<unknown> }> {
  const connected = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    connected.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, connected: connected.promise };
}

const lead = { name: 'Ana Roy', email: 'ana@roy.example', company: null, phone: null, message: 'Waits' };
/** Calls are cut after 0.8 s; each of these took 10 to 21 s once. More than a stop without calls, for a busy machine. */
const longestExtraMs = 5_000;

async function measurePlainStop(): Promise<number> {
  return measureStop(await startProduct({ SIGN_UP: 'approval' }));
}

async function measureStop(product: Awaited<ReturnType<typeof startProduct>>): Promise<number> {
  const began = performance.now();
  await product.stop();
  return performance.now() - began;
}

test('B-282 SIGTERM ends the server in time while mail server, mailbox, DNS and bucket hang', async () => {
  const [smtp, imap, s3] = await Promise.all([listenSilently(), listenSilently(), listenSilently()]);
  const dns = createSocket('udp4');
  await new Promise<void>((resolve) => dns.bind(0, '127.0.0.1', resolve));
  const product = await startProduct({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Fairlead <hello@fairlead.example>',
    REPLY_ADDRESS: 'reply@fairlead.example',
    MAIL_IN_IMAP_URL: `imap://user:password@127.0.0.1:${imap.port}/INBOX`,
    DNS_SERVER: `127.0.0.1:${dns.address().port}`,
    BACKUP_TO: 's3://silent/site',
    BACKUP_PASSPHRASE: 'a passphrase that is long',
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    BACKUP_S3_ACCESS_KEY_ID: 'key',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  });
  const email = 'noor@fairlead.example';
  await product.visitor().auth.signUp({ email, password: 'a long enough phrase' });
  expect((await product.visitor().auth.resetPasswordForEmail(email)).error).toBeNull();
  expect((await product.visitor().from('leads').insert(lead)).error).toBeNull();
  await Promise.all([smtp.connected, imap.connected, s3.connected]);
  expect(await measureStop(product)).toBeLessThan((await measurePlainStop()) + longestExtraMs);
  expect(product.process.exitCode).toBe(0);
  // What could not be copied is said.
  expect(product.output()).toContain('"event":"backup.log_not_finished"');
  for (const { server } of [smtp, imap, s3]) server.close();
  dns.close();
});

test('B-282 SIGTERM while a bucket responds to everything but uploads', async () => {
  const store = await startS3Server('slow');
  const uploading = Promise.withResolvers<void>();
  store.hangs = (method, path) => {
    const isUpload = method === 'PUT' && !path.includes('target.json');
    if (isUpload) uploading.resolve();
    return isUpload;
  };
  const product = await startProduct({
    BACKUP_TO: 's3://slow/site',
    BACKUP_PASSPHRASE: 'a passphrase that is long',
    BACKUP_S3_ENDPOINT: store.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: store.accessKey,
    BACKUP_S3_SECRET_ACCESS_KEY: store.secretKey,
  });
  await uploading.promise;
  expect(await measureStop(product)).toBeLessThan((await measurePlainStop()) + longestExtraMs);
  expect(product.process.exitCode).toBe(0);
  expect(product.output()).toContain('"event":"backup.log_not_finished"');
  await store.close();
});

test('B-282 SIGTERM while the system looks up a name', async ({ skip }) => {
  skip(!isRoot, 'only root can give a process name servers of its own');
  const folder = temporaryFolder();
  const resolvers = join(folder, 'resolv.conf');
  // Nobody has this address (RFC 5737), and its packets go nowhere.
  writeFileSync(resolvers, 'nameserver 192.0.2.1\n');
  const program = join(folder, 'in-silence.mjs');
  writeFileSync(
    program,
    `process.execve('/usr/bin/unshare', ['unshare', '--mount', 'sh', '-c',
       'mount --bind ${resolvers} /etc/resolv.conf && exec "$@"', 'sh',
       process.execPath, 'server/commands/main.ts', 'start'], process.env);`,
  );
  const product = await startProduct(
    {
      REPLY_ADDRESS: 'reply@fairlead.example',
      MAIL_IN_IMAP_URL: 'imaps://user:password@imap.host.example/INBOX',
      SMTP_URL: 'smtp://smtp.host.example',
      MAIL_FROM: 'Fairlead <hello@fairlead.example>',
    },
    undefined,
    [program],
  );
  expect((await product.visitor().from('leads').insert(lead)).error).toBeNull();
  expect(await measureStop(product)).toBeLessThan((await measurePlainStop()) + longestExtraMs);
  expect(product.process.exitCode).toBe(0);
  removeFolder(folder);
});
