import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { drillSecretKey } from './start-socket-activated-server.ts';
import { drillHost, type ProxyEndpoint } from './request-through-proxy.ts';

export interface SocketResult {
  /** Close codes of the sockets that the server ended. */
  codes: number[];
}

/** A realtime socket that reconnects whenever the server ends it. */
export function watchSocket({ port, authority }: ProxyEndpoint): {
  /** Resolves when it is open for the first time. */
  opened: Promise<void>;
  stop(): Promise<SocketResult>;
} {
  const codes: number[] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let current: WebSocket;
  let isRunning = true;

  function connect(): void {
    const query = `?apikey=${drillSecretKey}&vsn=1.0.0`;
    const url = `${authority ? 'wss' : 'ws'}://127.0.0.1:${port}/realtime/v1/websocket${query}`;
    const tls = authority ? { ca: authority, servername: drillHost } : {};
    const socket = new WebSocket(url, { headers: { host: drillHost }, ...tls });
    current = socket;
    socket.on('error', () => {});
    socket.once('open', () => open());
    socket.once('close', (code) => {
      if (!isRunning) return;
      codes.push(code);
      void wait(100).then(connect);
    });
  }

  connect();
  return {
    opened,
    async stop() {
      isRunning = false;
      const closed = new Promise((resolve) => current.once('close', resolve));
      current.close();
      await Promise.race([closed, wait(5_000)]);
      return { codes };
    },
  };
}
