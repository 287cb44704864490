import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import {
  createAgePassphraseIdentity,
  createAgePassphraseRecipient,
  AgeHeaderError,
  createAgeDecrypter,
  createAgeEncrypter,
} from './age.ts';

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const encrypter = new Encrypter();
encrypter.addRecipient(recipient);
const decrypter = new Decrypter();
decrypter.addIdentity(identity);

/** Passes the content through in pieces of odd sizes. */
async function through(content: Buffer, stream: NodeJS.ReadWriteStream, bytes = 10_007): Promise<Buffer> {
  const pieces = [];
  for (let at = 0; at < content.byteLength; at += bytes) pieces.push(content.subarray(at, at + bytes));
  const [converted] = await Promise.all([buffer(stream), pipeline(Readable.from(pieces), stream)]);
  return converted;
}

test('the age library reads what we encrypt, and we read what it encrypts, at every boundary of a chunk', async () => {
  for (const length of [0, 1, 65_535, 65_536, 65_537, 131_072, 400_000]) {
    const content = randomBytes(length);
    const ours = await through(content, await createAgeEncrypter(recipient));
    expect(Buffer.from(await decrypter.decrypt(ours)).equals(content), `${length} written`).toBe(true);
    const theirs = Buffer.from(await encrypter.encrypt(content));
    for (const bytes of [1_000_000, 997])
      expect(
        (await through(theirs, createAgeDecrypter(identity), bytes)).equals(content),
        `${length} read`,
      ).toBe(true);
  }
});

test('B-276 a file of several megabytes is read whole, in pieces of any size: files are read by 1 MiB', async () => {
  const content = randomBytes(3_500_000);
  const whole = await through(content, await createAgeEncrypter(recipient), 262_144);
  for (const bytes of [65_536, 65_537, 262_144, 1_048_576, 4_194_304])
    expect((await through(whole, createAgeDecrypter(identity), bytes)).equals(content), `by ${bytes}`).toBe(
      true,
    );
});

test('a changed byte, a missing end, an appended byte and another identity are errors', async () => {
  const whole = await through(randomBytes(140_000), await createAgeEncrypter(recipient));
  for (const at of [0, 30, 150, 400, 70_000, whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 1;
    await expect(through(changed, createAgeDecrypter(identity)), `byte ${at}`).rejects.toThrow();
  }
  for (const length of [0, 10, 190, 70_000, whole.length - 1])
    await expect(
      through(whole.subarray(0, length), createAgeDecrypter(identity)),
      `cut at ${length}`,
    ).rejects.toThrow();
  await expect(
    through(Buffer.concat([whole, Buffer.alloc(1)]), createAgeDecrypter(identity)),
  ).rejects.toThrow();
  const other = await generateX25519Identity();
  await expect(through(whole, createAgeDecrypter(other))).rejects.toThrow(AgeHeaderError);
  await expect(through(randomBytes(200_000), createAgeDecrypter(identity))).rejects.toThrow(AgeHeaderError);
});

test('a passphrase is that of age, both ways; another one opens nothing', async () => {
  const passphrase = 'a passphrase that is long';
  const content = randomBytes(1_000);
  const byPassphrase = new Decrypter();
  byPassphrase.addPassphrase(passphrase);
  const ours = await through(content, await createAgeEncrypter(createAgePassphraseRecipient(passphrase)));
  expect(Buffer.from(await byPassphrase.decrypt(ours)).equals(content)).toBe(true);
  const theirs = new Encrypter();
  theirs.setScryptWorkFactor(10);
  theirs.setPassphrase(passphrase);
  const written = Buffer.from(await theirs.encrypt(content));
  expect(
    (await through(written, createAgeDecrypter(createAgePassphraseIdentity(passphrase)))).equals(content),
  ).toBe(true);
  await expect(
    through(written, createAgeDecrypter(createAgePassphraseIdentity('another passphrase'))),
  ).rejects.toThrow('no identity matched');
});
