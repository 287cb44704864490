import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { blobPath, createBackup } from '@fairlead/backend/backup';
import { startEmbeddedServer, type EmbeddedServer } from '@fairlead/backend/embedded';
import { withDatabase } from './backup/inventory.ts';
import { drillPassphrase, printIndented } from './backup/run-command.ts';
import type { DrillCall } from './backup/drill-call.ts';

export const title =
  'N megabytes (1000), half rows and half files, are backed up in at most 3 times of what tar, zstd and a cipher take alone (zstd, openssl)';

const fileBytes = 5_000_000;
const rounds = 3;
const mostTimes = 3;

export default async function drill(
  [megabytes = '1000']: readonly string[],
  { folder }: DrillCall,
): Promise<void> {
  const dataDir = join(folder, 'data');
  const server = await startEmbeddedServer({ dataDir });
  try {
    await fill(dataDir, Number(megabytes) / 2);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const alone = await timed(() => pack(server, dataDir, join(folder, 'alone')));
      const ours = await timed(() => backUp(server, dataDir, join(folder, 'ours')));
      ratios.push(ours / alone);
      const size = (await stat(join(folder, 'ours'))).size / 1_000_000;
      printIndented(`alone ${alone.toFixed(1)} s, backup ${ours.toFixed(1)} s, of ${size.toFixed(0)} MB`);
    }
    const ratio = ratios.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? Infinity;
    printIndented(`${ratio.toFixed(1)} times as long`);
    if (ratio > mostTimes) throw new Error(`a backup takes more than ${mostTimes} times as long`);
  } finally {
    await server.stop();
  }
}

/** Half of each file and row can be compressed, as in pictures with texts. */
async function fill(dataDir: string, megabytes: number): Promise<void> {
  const versions: string[] = [];
  for (let bytes = 0; bytes < megabytes * 1_000_000; bytes += fileBytes) {
    const version = randomUUID();
    const path = join(dataDir, 'storage', 'blobs', blobPath(version));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, Buffer.concat([randomBytes(fileBytes / 2), Buffer.alloc(fileBytes / 2, 'text ')]));
    versions.push(version);
  }
  await withDatabase(dataDir, async (client) => {
    await client.query(
      `create schema storage; create table storage.objects (version text);
       create table ballast (n int, words text, content bytea); alter table ballast alter column content set storage plain`,
    );
    await client.query('insert into storage.objects select unnest($1::text[])', [versions]);
    await client.query(
      `insert into ballast select n, repeat('some words ', 45), decode(repeat(md5(random()::text), 16), 'hex')
       from generate_series(1, $1::int) n`,
      [megabytes * 1_200],
    );
    await client.query('checkpoint');
  });
}

async function backUp({ connection, clusterFolder }: EmbeddedServer, dataDir: string, file: string) {
  const database = { connection, cluster: clusterFolder };
  const options = { dataDir, database, passphrase: drillPassphrase, program: '0.0.0', settings: [] };
  await createBackup(options, createWriteStream(file));
}

/** Packs the same files with the system's tools. Files of a running database change, which tar reports with 1. */
async function pack({ clusterFolder }: EmbeddedServer, dataDir: string, file: string): Promise<void> {
  const folders = `${clusterFolder}/base ${clusterFolder}/global ${dataDir}/storage`;
  const cipher = 'openssl enc -chacha20 -pbkdf2 -pass pass:x';
  execFileSync('sh', ['-c', `(tar -cf - ${folders} 2>/dev/null || true) | zstd -q -c | ${cipher} > ${file}`]);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1_000;
}
