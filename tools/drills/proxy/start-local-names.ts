import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import dnsPacket from 'dns-packet';

/** A DNS server that resolves every name to 127.0.0.1 and has no other records. */
export async function startLocalNames(): Promise<{ address: string; stop(): Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (bytes, { port, address }) => {
    const { id, questions = [] } = dnsPacket.decode(bytes);
    const records = questions.flatMap(({ name, type }) =>
      type === 'A' ? [{ type: 'A' as const, name, ttl: 1, data: '127.0.0.1' }] : [],
    );
    const response = dnsPacket.encode({ type: 'response', ...(id && { id }), questions, answers: records });
    socket.send(response, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
