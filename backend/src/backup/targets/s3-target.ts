// A backup target in an S3 bucket: upload in parts, listing, explained errors.
import { Readable } from 'node:stream';
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client';
import { withTimeout } from '../../errors/call-all.ts';
import { StartupError } from '../../errors/startup-error.ts';
import { isUntrustedCertificate, privateAuthorityAdvice } from '../../errors/untrusted-certificate.ts';
import { explainReadErrors, type BackupTarget, type BackupTargetEntry } from './backup-target.ts';

export interface S3Settings {
  bucket: string;
  /** Without a slash at its end; empty for the whole bucket. */
  prefix: string;
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Four parts are in memory at once; S3 accepts 10,000 of them, so a backup may have 160 GB. */
const partBytes = 16 * 1024 * 1024;

/** Timeout for the response to a request without a large body; for an upload, Node's own limit of 5 minutes applies. */
const responseTimeoutMs = 30_000;

/** For any S3-compatible store. An object appears once all of it was uploaded. Errors name the setting. */
export function createS3Target(settings: S3Settings, timeoutMs = responseTimeoutMs): BackupTarget {
  const { bucket, prefix, endpoint, ...access } = settings;
  const client = new S3Client({ endPoint: endpoint, bucket, ...access });
  const folder = prefix === '' ? '' : `${prefix}/`;
  const address = `s3://${bucket}/${folder}`;

  async function explained<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      throw explain(error, { address, endpoint });
    }
  }

  function asked<Result>(work: Promise<Result>): Promise<Result> {
    return explained(withTimeout(work, timeoutMs, () => silent(endpoint, timeoutMs)));
  }

  async function listAll(below: string): Promise<BackupTargetEntry[]> {
    const found: BackupTargetEntry[] = [];
    const entries = client.listObjects({ prefix: folder + below });
    // Each step may wait for a response, which contains a thousand entries; each has the timeout.
    for (let next = await asked(entries.next()); !next.done; next = await asked(entries.next())) {
      const { key, size, lastModified } = next.value;
      found.push({ name: key.slice(folder.length), bytes: size, modifiedMs: lastModified.getTime() });
    }
    return found;
  }

  return {
    locate: (name) => address + name,
    list: listAll,
    // A bucket is created by its owner, and has no folders.
    make: () => Promise.resolve(),
    has: (name) => asked(client.exists(folder + name)),
    async write(name, source) {
      const content = Readable.toWeb(source) as ReadableStream<Uint8Array<ArrayBuffer>>;
      try {
        await explained(client.putObject(folder + name, content, { partSize: partBytes }));
      } finally {
        // The client does not cancel what it no longer reads.
        source.destroy();
      }
    },
    async read(name) {
      const { body } = await asked(client.getObject(folder + name));
      if (!body) return Readable.from([]);
      return explainReadErrors(Readable.fromWeb(body as never), (error) => unreadable(address + name, error));
    },
    // A store has no fixed size.
    freeBytes: () => Promise.resolve(undefined),
    async remove(name) {
      await asked(client.deleteObject(folder + name));
    },
    async folders() {
      const names = (await listAll('')).map(({ name }) => name);
      return [
        ...new Set(names.flatMap((name) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : []))),
      ];
    },
    below: (name) => createS3Target({ ...settings, prefix: folder + name }, timeoutMs),
  };
}

function silent(endpoint: string, timeoutMs: number): StartupError {
  return new StartupError(
    `BACKUP_TO: ${endpoint} did not respond within ${timeoutMs / 1000} seconds: check BACKUP_S3_ENDPOINT and the store`,
  );
}

function unreadable(object: string, error: unknown): StartupError {
  const { message, cause } = error as Error;
  const reason = cause instanceof Error ? cause.message : message;
  return new StartupError(
    `BACKUP_TO: ${object} could not be read to its end (${reason}): check the network and the store, and try again`,
    { cause: error },
  );
}

const reasons: Record<string, string> = {
  NoSuchBucket: 'the bucket does not exist: create it, or name another one',
  AccessDenied: 'the store denies it: give its key the right to list, read, write and delete there',
  InvalidAccessKeyId: 'the store does not know BACKUP_S3_ACCESS_KEY_ID: give another one',
  SignatureDoesNotMatch:
    'BACKUP_S3_SECRET_ACCESS_KEY is not the one of BACKUP_S3_ACCESS_KEY_ID: give the right pair',
};

function explain(error: unknown, { address, endpoint }: { address: string; endpoint: string }): unknown {
  if (error instanceof S3Errors.ServerError) {
    if (error.code === 'NoSuchKey')
      return Object.assign(new Error(`${address} lacks it`), { code: 'ENOENT' });
    const reason =
      reasons[error.code] ?? `the store reports ${error.code} (${error.statusCode}): ${error.message}`;
    return new StartupError(`BACKUP_TO: ${address}: ${reason}`, { cause: error });
  }
  const { cause } = error as { cause?: Error };
  if (
    error instanceof TypeError &&
    isUntrustedCertificate((cause as NodeJS.ErrnoException | undefined)?.code)
  )
    return new StartupError(
      `BACKUP_TO: the certificate of ${endpoint} is not trusted (${cause?.message}): ${privateAuthorityAdvice}`,
      { cause },
    );
  if (error instanceof TypeError && cause)
    return new StartupError(
      `BACKUP_TO: ${endpoint} cannot be reached (${cause.message}): check BACKUP_S3_ENDPOINT and the network`,
      { cause },
    );
  return error;
}
