// Creates connection pools; callers' sessions use the authenticator login or a substitute.
import {
  Pool,
  DatabaseError,
  type ClientConfig,
  type PoolClient,
  type PoolConfig,
  escapeIdentifier,
  escapeLiteral,
  type Client,
} from 'pg';
import { toClientConfig, type ConnectionParameters } from './connection-parameters.ts';
import { DatabaseClient, connectTimeoutMessage } from './database-client.ts';
import { trackConnections } from './drop-connections.ts';
import { callbackify } from 'node:util';
import { createHash, createHmac } from 'node:crypto';
import { isConnectionLoss } from './database-failure.ts';

export interface PoolOptions {
  max: number;
  /**
   * The role between transactions. Callers' pools use a role without privileges, so that a statement outside its
   * transaction is rejected instead of run as the owner; their login cannot become the owner.
   */
  restingRole?: string;
}

/** Timeout of the owner's statements, which the server does not limit. Callers have limits by role. */
const ownerTimeoutMs = 30_000;

/** Its clients pipeline: the queries of one checkout are sent without waiting for each other. */
export function createPool(connection: ConnectionParameters, options: PoolOptions): Pool {
  const owner = toClientConfig(connection);
  const config = { ...owner, pipeline: true, max: options.max, idleTimeoutMillis: 60_000 };
  const pool =
    options.restingRole === undefined
      ? new Pool({ ...config, Client: DatabaseClient, query_timeout: ownerTimeoutMs })
      : new CallerPool(config, owner, options.restingRole);
  // An idle connection broke and was removed; without a listener the error would end the process.
  pool.on('error', () => {});
  trackConnections(pool);
  return pool;
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

interface Login {
  user: string;
  password: string;
}

/** Looks up the login of callers before the first client connects. */
class CallerPool extends Pool {
  private readonly owner: ClientConfig;
  private readonly setLogin: (login: Login | null) => void;
  private opening: Promise<void> | undefined;

  constructor(config: PoolConfig, owner: ClientConfig, restingRole: string) {
    let login: Login | null = null;
    super({
      ...config,
      Client: class extends DatabaseClient {
        constructor(options: ClientConfig = {}) {
          super({ ...options, password: options.password, ...login }, { restingRole });
        }
      },
    });
    this.owner = owner;
    this.setLogin = (found) => (login = found);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (callback === undefined) return this.connectWithLogin();
    callbackify(() => this.connectWithLogin())((error: Error | null, client: PoolClient) => {
      if (error) callback(error, undefined, () => {});
      else callback(undefined, client, (broken) => client.release(broken as Error | boolean | undefined));
    });
  }

  private async connectWithLogin(): Promise<PoolClient> {
    this.opening ??= this.open();
    const { opening } = this;
    await opening;
    try {
      return await super.connect();
    } catch (error) {
      // A rejected login means that the role has changed: the next connection looks up the login again.
      const isRejected = error instanceof DatabaseError && !isTransient(error);
      if (isRejected && this.opening === opening) this.opening = undefined;
      throw error;
    }
  }

  private async open(): Promise<void> {
    try {
      const login = await openLogin(this.owner);
      this.setLogin(login ?? null);
      // Before the first migration the role does not exist, so the next connection looks it up again.
      if (login === undefined) this.opening = undefined;
    } catch (error) {
      this.opening = undefined;
      throw error;
    }
  }
}

const authenticator = 'authenticator';

/**
 * Callers do not use the owner's login: SQL that a caller smuggles into a function could turn such a session back into
 * the owner, whatever its resting role. They use `authenticator` if possible, because projects check `session_user =
 * 'authenticator'`, else a role of our own. Passwords derive from the owner's, so that all processes and databases of a
 * cluster agree. Null if neither is possible, then the owner's login is used; undefined before the first migration.
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
  /** A comment on the role that identifies whose password it has. */
  comment: string | null;
}

async function findAuthenticator(owner: Client): Promise<AuthenticatorRole | undefined> {
  const { rows } = await owner.query<AuthenticatorRole>(
    `select rolcanlogin as "canLogin", shobj_description(oid, 'pg_authid') as comment from pg_roles where rolname = $1`,
    [authenticator],
  );
  return rows[0];
}

/** Never changes a password that another program set, because programs may log in with it. */
async function openAuthenticator(
  owner: Client,
  config: ClientConfig,
  { canLogin, comment }: AuthenticatorRole,
): Promise<Login | null> {
  const { user = '', password: ownerPassword } = passwordLogin(config);
  const derivedComment = `its password follows from the one of ${user}`;
  const login = {
    user: authenticator,
    password: ownerPassword === '' ? '' : derive(ownerPassword, 'login of authenticator'),
  };
  if (canLogin) {
    if (await isAccepted(config, login)) return login;
    // A self-hosted Supabase has one password for all its roles.
    if (ownerPassword !== '' && (await isAccepted(config, { ...login, password: ownerPassword })))
      return { ...login, password: ownerPassword };
    if (comment !== derivedComment) return null;
  }
  const password = ownerPassword === '' ? '' : ` password ${escapeLiteral(login.password)}`;
  const remark =
    comment === null ? `; comment on role ${authenticator} is ${escapeLiteral(derivedComment)}` : '';
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

/** Duplicate role, unique violation, and a concurrently updated tuple. */
const concurrent = new Set(['42710', '23505', 'XX000']);

/** Runs in one transaction. Also true if another process has just done the same. */
async function tryAsOwner(owner: Client, sql: string): Promise<boolean> {
  try {
    await owner.query(sql);
    return true;
  } catch (error) {
    if (!(error instanceof DatabaseError) || isTransient(error)) throw error;
    return concurrent.has(error.code ?? '');
  }
}

/** A pooler may not know new logins. Throws if that cannot be found out. */
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

/** Whether the error comes from the server or the network (no connections left, stopping), not from the login. */
function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(53|57)/.test(error.code ?? '');
  return isConnectionLoss(error) || (error as Error).message === connectTimeoutMessage;
}

async function connected(config: ClientConfig): Promise<Client> {
  const client = new DatabaseClient(config);
  await client.connect();
  return client;
}
