import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { type AuthResponse, callAuth, rejection } from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const server = setUp(() =>
  startWireServer({
    configToml: '[auth]\nsite_url = "https://app.example.com"\n[auth.web3.ethereum]\nenabled = true',
  }),
);

/** A wallet as browsers inject it (EIP-1193), with its own key. */
function makeWallet(): {
  address: string;
  sign(message: string): string;
  request(args: { method: string; params?: unknown }): Promise<unknown>;
} {
  const key = secp256k1.utils.randomSecretKey();
  const hash = keccak_256(secp256k1.getPublicKey(key, false).subarray(1));
  const address = `0x${Buffer.from(hash.subarray(12)).toString('hex')}`;
  function sign(message: string): string {
    const content = Buffer.from(message);
    const prefix = `\x19Ethereum Signed Message:\n${content.length}`;
    const digest = keccak_256(Buffer.concat([Buffer.from(prefix), content]));
    const [v = 0, ...rs] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
    return `0x${Buffer.from([...rs, v + 27]).toString('hex')}`;
  }
  return {
    address,
    sign,
    async request({ method, params }) {
      if (method === 'eth_requestAccounts') return [address];
      if (method === 'eth_chainId') return '0x1';
      const [hex] = params as [string];
      return sign(Buffer.from(hex.slice(2), 'hex').toString());
    },
  };
}

function minutesFromNow(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

interface Parts {
  domain?: string;
  fields?: Record<string, string | undefined>;
  statement?: string;
}

function messageOf(
  address: string,
  { domain = 'app.example.com', fields = {}, statement }: Parts = {},
): string {
  const all = {
    URI: 'https://app.example.com/in',
    Version: '1',
    'Chain ID': '1',
    Nonce: Math.random().toString(36).slice(2).padEnd(10, 'x'),
    'Issued At': minutesFromNow(0),
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(statement === undefined ? [''] : [statement, '']),
    ...lines,
  ].join('\n');
}

function send(message: string, signature: string, chain = 'ethereum'): Promise<AuthResponse> {
  return callAuth(server, '/token?grant_type=web3', { body: { chain, message, signature } });
}

test('P-162 P-173 a wallet signs in, and later to the same account', async () => {
  const wallet = makeWallet();
  const client = server.client();
  const sign = {
    chain: 'ethereum',
    wallet,
    statement: 'I accept the terms',
    options: { url: 'https://app.example.com/in', signInWithEthereum: { nonce: 'abcdefgh1' } },
  };
  const { data, error } = await client.auth.signInWithWeb3(sign as never);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: '',
    app_metadata: { provider: 'web3', providers: ['web3'] },
    identities: [
      {
        provider: 'web3',
        id: `web3:ethereum:${wallet.address}`,
        identity_data: {
          custom_claims: {
            address: wallet.address,
            chain: 'ethereum',
            network: '1',
            domain: 'app.example.com',
            statement: 'I accept the terms',
          },
        },
      },
    ],
  });
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ amr: [{ method: 'web3' }] });
  const second = await send(...signed(wallet, messageOf(wallet.address)));
  expect(second.body).toMatchObject({ user: { id: data.user?.id } });
});

function signed(wallet: ReturnType<typeof makeWallet>, message: string): [string, string] {
  return [message, wallet.sign(message)];
}

test('P-173 a signed message can be used for one sign-in only', async () => {
  const wallet = makeWallet();
  const [message, signature] = signed(wallet, messageOf(wallet.address));
  const responses = await Promise.all([1, 2, 3].map(() => send(message, signature)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
});

test('P-173 a message for another site or another time is not trusted', async () => {
  const wallet = makeWallet();
  const stranger = makeWallet();
  const messages = [
    messageOf(wallet.address, { fields: { URI: 'https://evil.example/in' } }),
    messageOf(wallet.address, { domain: 'evil.example', fields: { URI: 'https://evil.example/' } }),
    messageOf(wallet.address, { domain: 'evil.example' }),
    messageOf(wallet.address, { fields: { URI: 'http://app.example.com/in' } }),
    messageOf(wallet.address, { fields: { URI: 'javascript:alert(1)' } }),
    messageOf(wallet.address, { fields: { 'Issued At': minutesFromNow(-11) } }),
    messageOf(wallet.address, { fields: { 'Issued At': minutesFromNow(5) } }),
    messageOf(wallet.address, { fields: { 'Expiration Time': minutesFromNow(-1) } }),
    messageOf(wallet.address, { fields: { 'Not Before': minutesFromNow(5) } }),
    messageOf(stranger.address),
  ];
  for (const message of messages) {
    expect(await send(message, wallet.sign(message))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: expect.any(String) },
    });
  }
  const message = messageOf(wallet.address);
  const changed = message.replace('Chain ID: 1', 'Chain ID: 2');
  expect((await send(changed, wallet.sign(message))).body).toMatchObject({ error: 'invalid_grant' });
});

test('P-173 the error about a malformed message names what is wrong: chain id, version, nonce, order, lines or length', async () => {
  const wallet = makeWallet();
  const good = messageOf(wallet.address);
  const messages = [
    '',
    'x'.repeat(21_000),
    good.split('\n').slice(0, 5).join('\n'),
    good.replace(wallet.address, '0x1234'),
    good.replace('Ethereum', 'Bitcoin'),
    messageOf(wallet.address, { fields: { 'Chain ID': '1.5' } }),
    messageOf(wallet.address, { fields: { 'Chain ID': undefined } }),
    messageOf(wallet.address, { fields: { Version: '2' } }),
    messageOf(wallet.address, { fields: { Nonce: 'short' } }),
    messageOf(wallet.address, { fields: { 'Issued At': 'yesterday' } }),
    messageOf(wallet.address, { fields: { 'Issued At': undefined } }),
    messageOf(wallet.address, { statement: 'two\nlines' }),
    messageOf(wallet.address, { fields: { Unknown: 'x' } }),
    `${good}\nURI: https://evil.example`,
    `${good}\nVersion: 1`,
    `${good}\n`,
    `${good}\nResources:\nhttps://app.example.com`,
    good.replaceAll('\n', '\r\n'),
    `https://${good}`,
  ];
  for (const message of messages) {
    const response = await send(message, wallet.sign(message));
    expect({ message, ...response }).toMatchObject({
      message,
      status: 400,
      body: { code: 'validation_failed' },
    });
  }
  for (const signature of ['', '0x', 'zz', `0x${'00'.repeat(64)}`]) {
    expect(await send(good, signature)).toMatchObject(rejection(400, 'validation_failed'));
  }
  for (const signature of [`0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, `0x${'11'.repeat(64)}1b`]) {
    expect((await send(good, signature)).body).toMatchObject({ error: 'invalid_grant' });
  }
  expect(await send(good, wallet.sign(good), 'solana')).toMatchObject({
    body: { code: 'web3_provider_disabled' },
  });
  expect(await send(good, wallet.sign(good), 'dogecoin')).toMatchObject({
    body: { code: 'web3_unsupported_chain' },
  });
});
