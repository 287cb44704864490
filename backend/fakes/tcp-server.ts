// TCP servers that misbehave: silent ones, and a proxy that breaks a connection.
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

interface TcpServer {
  /** e.g. 127.0.0.1:54321 */
  address: string;
  port: number;
  sockets: Set<Socket>;
  close(): Promise<void>;
}

/** Accepts connections, and sends nothing unless `receive` does. */
export async function startTcpServer(receive: (socket: Socket) => void = () => {}): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    receive(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    port,
    sockets,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Forwards to a mail server. The first connection that sends a message breaks in the middle of it. */
export async function startProxyDyingInData(smtpUrl: string): Promise<TcpServer & { countDeaths(): number }> {
  let deaths = 0;
  const proxy = await startTcpServer((socket) => {
    const upstream = connect(Number(new URL(smtpUrl).port), '127.0.0.1').on('error', () => {});
    socket.pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
    // 354 is the response to DATA, perhaps with an earlier one.
    upstream.on('data', (bytes) => {
      if (!/^354/m.test(bytes.toString()) || deaths > 0) return;
      deaths += 1;
      socket.destroy();
    });
  });
  return { ...proxy, countDeaths: () => deaths };
}
