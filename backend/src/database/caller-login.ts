import { createHash, createHmac } from 'node:crypto';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import type { ClientConfig } from 'pg';

interface Login {
  user: string;
  password: string;
}

/**
 * A login for callers' sessions that may become callers and nobody else. A session of the owner rests as a role without
 * privileges, yet SQL that a caller smuggles into a function could still make it the owner again.
 * The role is made the first time, its name and password follow from the owner's, so all processes agree on both.
 * Null where that cannot be: no password to log in with, no right to make roles, or a pooler that knows no new login.
 */
async function openLogin(config: ClientConfig): Promise<Login | null> {
  const { user = '', password, database = '' } = config;
  if (typeof password !== 'string' || password === '') return null;
  const hash = createHash('sha256').update(`${user}\0${password}`).digest('hex').slice(0, 12);
  const login = {
    user: `callers_${hash}`,
    password: createHmac('sha256', password).update('login of callers').digest('base64url'),
  };
  const owner = await connected(config);
  try {
    await makeRole(owner, login);
  } finally {
    await owner.end();
  }
  const tried = await connected({ ...config, ...login, database });
  await tried.end();
  return login;
}

async function makeRole(owner: Client, { user, password }: Login): Promise<void> {
  const { rowCount } = await owner.query(
    `select from pg_roles where rolname = $1 and pg_has_role(oid, 'authenticator', 'member')`,
    [user],
  );
  if (rowCount) return;
  const name = escapeIdentifier(user);
  try {
    await owner.query(
      `begin; create role ${name} login noinherit password ${escapeLiteral(password)}; grant authenticator to ${name}; commit`,
    );
  } catch (error) {
    // Another process was quicker, maybe in another database of this cluster.
    if (!concurrent.has((error as { code?: string }).code ?? '')) throw error;
  }
}

/** Duplicate role, unique violation, and a tuple that was updated at the same time. */
const concurrent = new Set(['42710', '23505', 'XX000']);

async function connected(config: ClientConfig): Promise<Client> {
  const client = new Client(config);
  client.on('error', () => {});
  await client.connect();
  return client;
}

const connect = Client.prototype.connect as (this: Client, callback?: unknown) => unknown;

/** The class of clients that log in that way, or as the owner where there is no such login. */
export function callerClient(config: ClientConfig): typeof Client {
  let opening: Promise<Login | null> | undefined;

  function open(): Promise<Login | null> {
    opening ??= openLogin(config).catch((error: { code?: string }) => {
      // Before the first migration there is nobody to become: the next connection tries again.
      if (error.code === undefinedObject) opening = undefined;
      return null;
    });
    return opening;
  }

  class CallerClient extends Client {}
  Object.defineProperty(CallerClient.prototype, 'connect', {
    async value(this: Client & { connectionParameters: object }, callback?: unknown) {
      const login = await open();
      if (login) Object.assign(this, login);
      if (login) Object.assign(this.connectionParameters, login);
      return connect.call(this, callback);
    },
  });
  return CallerClient;
}

const undefinedObject = '42704';
