import { type Socket, connect } from 'node:net';
import { startTcpServer } from '../fakes/tcp-server.ts';
import type { ConnectionParameters } from '../src/database/connection-parameters.ts';

export interface SilentProxy {
  connection: ConnectionParameters;
  /**
   * Simulates a silent network failure: connections stay open and new ones are accepted, but their bytes are dropped.
   */
  cut(): void;
  /** New connections work; earlier ones stay broken. */
  restore(): void;
  close(): Promise<void>;
}

/** Connects to a database on a unix socket, or elsewhere (TEST_DATABASE_URL). */
export function connectTo({ host, port }: ConnectionParameters): Socket {
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
}

export async function startSilentProxy(connection: ConnectionParameters): Promise<SilentProxy> {
  let isCut = false;
  const cuts = new Set<() => void>();
  const { port, close } = await startTcpServer((near) => {
    const far = connectTo(connection);
    far.on('error', () => near.destroy());
    let dead = isCut;
    near.on('data', (bytes) => (dead ||= isCut) || far.write(bytes));
    far.on('data', (bytes) => (dead ||= isCut) || near.write(bytes));
    near.on('end', () => (dead ||= isCut) || far.end());
    far.on('end', () => (dead ||= isCut) || near.end());
    near.on('close', () => far.destroy());
    cuts.add(() => (dead = true));
  });
  return {
    connection: { ...connection, host: '127.0.0.1', port },
    cut() {
      isCut = true;
      for (const cut of cuts) cut();
    },
    restore() {
      isCut = false;
    },
    close,
  };
}
