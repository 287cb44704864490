// A software security key: what a browser and its authenticator return for WebAuthn options.
import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export interface KeyOptions {
  challenge: string;
  rpId: string;
  origin: string;
}

const userPresent = 0x01;
const credentialIncluded = 0x40;

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** Its credentials have the form that supabase-js sends, and a toJSON as in browsers. */
export class SoftKey {
  readonly id = randomBytes(16);
  counter = 0;
  readonly #pair: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });

  create({ challenge, rpId, origin }: KeyOptions, attestation: Map<string, unknown> = new Map()): object {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    const publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]) as never,
    );
    const authData = Buffer.concat([
      this.#head(rpId, userPresent | credentialIncluded),
      Buffer.alloc(16),
      uint(this.id.length, 2),
      this.id,
      publicKey,
    ]);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', attestation.size > 0 ? 'packed' : 'none'],
        ['attStmt', attestation],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return this.#credential('webauthn.create', challenge, origin, {
      attestationObject: Buffer.from(attestationObject).toString('base64url'),
    });
  }

  sign({ challenge, rpId, origin }: KeyOptions): object {
    this.counter += 1;
    const authData = this.#head(rpId, userPresent);
    const client = clientData('webauthn.get', challenge, origin);
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), this.#pair.privateKey);
    return this.#credential('webauthn.get', challenge, origin, {
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #head(rpId: string, flags: number): Buffer {
    return Buffer.concat([sha256(rpId), uint(flags, 1), uint(this.counter, 4)]);
  }

  #credential(type: string, challenge: string, origin: string, response: object): object {
    const json = {
      id: this.id.toString('base64url'),
      rawId: this.id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData(type, challenge, origin).toString('base64url'),
        ...response,
      },
    };
    return { ...json, toJSON: () => json };
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
