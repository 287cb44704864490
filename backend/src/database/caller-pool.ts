import { callbackify } from 'node:util';
import { DatabaseError, Pool } from 'pg';
import type { ClientConfig, PoolClient, PoolConfig } from 'pg';
import { isTransient, openLogin } from './caller-login.ts';
import type { Login } from './caller-login.ts';
import { DatabaseClient } from './database-client.ts';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Looks up the login of callers before the first client connects. */
export class CallerPool extends Pool {
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
      // The role was changed since: look up the login again.
      const isRejected = error instanceof DatabaseError && !isTransient(error);
      if (isRejected && this.opening === opening) this.opening = undefined;
      throw error;
    }
  }

  private async open(): Promise<void> {
    try {
      const login = await openLogin(this.owner);
      this.setLogin(login ?? null);
      // Before the first migration there is no role yet.
      if (login === undefined) this.opening = undefined;
    } catch (error) {
      this.opening = undefined;
      throw error;
    }
  }
}
