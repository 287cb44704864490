import { createHash, createHmac } from 'node:crypto';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import type { ClientConfig } from 'pg';
import { isConnectionLoss } from './connection-loss.ts';

interface Login {
  user: string;
  password: string;
}

const authenticator = 'authenticator';

/**
 * The login of callers' sessions. It may become callers and nobody else: a session of the owner rests as a role without
 * privileges, yet SQL that a caller smuggles into a function could still make it the owner again.
 * `authenticator` itself wherever that can be, because projects guard functions with `session_user = 'authenticator'`;
 * else a role of our own. Passwords follow from the owner's, so all processes and databases of a cluster agree on them.
 * Null, which means the owner's login, where neither can be; undefined before the first migration.
 */
async function openLogin(config: ClientConfig): Promise<Login | null | undefined> {
  const owner = await connected(config);
  try {
    const role = await findAuthenticator(owner);
    if (role === undefined) return undefined;
    return (await openAuthenticator(owner, config, role)) ?? (await openSubstitute(owner, config));
  } finally {
    await owner.end();
  }
}

interface AuthenticatorRole {
  canLogin: boolean;
  /** The comment that says whose password it has. */
  note: string | null;
}

async function findAuthenticator(owner: Client): Promise<AuthenticatorRole | undefined> {
  const { rows } = await owner.query<AuthenticatorRole>(
    `select rolcanlogin as "canLogin", shobj_description(oid, 'pg_authid') as note from pg_roles where rolname = $1`,
    [authenticator],
  );
  return rows[0];
}

/** A password that somebody else gave to the role is never changed: others of the cluster may log in with it. */
async function openAuthenticator(
  owner: Client,
  config: ClientConfig,
  { canLogin, note }: AuthenticatorRole,
): Promise<Login | null> {
  const { user = '', password: own } = passwordLogin(config);
  const ownNote = `its password follows from the one of ${user}`;
  const login = { user: authenticator, password: own === '' ? '' : derive(own, 'login of authenticator') };
  if (canLogin) {
    if (await isAccepted(config, login)) return login;
    // A self-hosted Supabase gives its roles one password.
    if (own !== '' && (await isAccepted(config, { ...login, password: own })))
      return { ...login, password: own };
    if (note !== ownNote) return null;
  }
  const password = own === '' ? '' : ` password ${escapeLiteral(login.password)}`;
  const remark = note === null ? `; comment on role ${authenticator} is ${escapeLiteral(ownNote)}` : '';
  const made = await tryAsOwner(owner, `alter role ${authenticator} login${password}${remark}`);
  return made && (await isAccepted(config, login)) ? login : null;
}

async function openSubstitute(owner: Client, config: ClientConfig): Promise<Login | null> {
  const { user, password } = passwordLogin(config);
  if (password === '') return null;
  const hash = createHash('sha256').update(`${user}\0${password}`).digest('hex').slice(0, 12);
  const login = { user: `callers_${hash}`, password: derive(password, 'login of callers') };
  const { rowCount } = await owner.query(
    `select from pg_roles where rolname = $1 and pg_has_role(oid, $2, 'member')`,
    [login.user, authenticator],
  );
  const name = escapeIdentifier(login.user);
  const make = `create role ${name} login noinherit password ${escapeLiteral(login.password)}; grant ${authenticator} to ${name}`;
  const made = Boolean(rowCount) || (await tryAsOwner(owner, make));
  return made && (await isAccepted(config, login)) ? login : null;
}

function passwordLogin({ user = '', password }: ClientConfig): Login {
  return { user, password: typeof password === 'string' ? password : '' };
}

function derive(password: string, purpose: string): string {
  return createHmac('sha256', password).update(purpose).digest('base64url');
}

/** Duplicate role, unique violation, and a tuple that was updated at the same time. */
const concurrent = new Set(['42710', '23505', 'XX000']);

/** Whether the statements, which are one transaction, were done: by us, or by another process a moment before. */
async function tryAsOwner(owner: Client, sql: string): Promise<boolean> {
  try {
    await owner.query(sql);
    return true;
  } catch (error) {
    if (!(error instanceof DatabaseError) || isTransient(error)) throw error;
    return concurrent.has(error.code ?? '');
  }
}

/** Whether the server lets this login in; a pooler may know no new ones. Throws when it cannot be asked. */
async function isAccepted(config: ClientConfig, login: Login): Promise<boolean> {
  try {
    const tried = await connected({ ...config, ...login });
    await tried.end();
    return true;
  } catch (error) {
    if (isTransient(error)) throw error;
    return false;
  }
}

/** Trouble of the server or the way to it (no room, stopping, network), which says nothing of the login. */
function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(53|57)/.test(error.code ?? '');
  return isConnectionLoss(error) || (error as Error).message === 'timeout expired';
}

async function connected(config: ClientConfig): Promise<Client> {
  const client = new Client(config);
  client.on('error', () => {});
  await client.connect();
  return client;
}

type Connected = (error?: Error, client?: Client) => void;
const connect = Client.prototype.connect as (this: Client, callback: Connected) => void;

/** The class of clients that log in that way; for a pool, which connects with a callback. */
export function callerClient(config: ClientConfig): typeof Client {
  let opening: Promise<Login | null | undefined> | undefined;

  async function open(): Promise<Login | null | undefined> {
    const tried = (opening ??= openLogin(config));
    try {
      const login = await tried;
      if (login === undefined && opening === tried) opening = undefined;
      return login;
    } catch (error) {
      if (opening === tried) opening = undefined;
      throw error;
    }
  }

  class CallerClient extends Client {}
  async function start(client: Client, callback: Connected): Promise<void> {
    let login: Login | null | undefined;
    try {
      login = await open();
    } catch (error) {
      callback(error as Error);
      return;
    }
    if (login) Object.assign(client, login);
    if (login)
      Object.assign((client as unknown as { connectionParameters: object }).connectionParameters, login);
    connect.call(client, (error, connected) => {
      // The role was changed since: the next connection looks again.
      if (error instanceof DatabaseError && !isTransient(error)) opening = undefined;
      callback(error, connected);
    });
  }
  Object.defineProperty(CallerClient.prototype, 'connect', {
    value(this: Client, callback: Connected) {
      void start(this, callback);
    },
  });
  return CallerClient;
}
