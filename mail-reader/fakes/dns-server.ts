// A DNS server with the real protocol on loopback, for tests.
import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import dnsPacket, { type Packet } from 'dns-packet';

/** TXT records by lower-case name; a name may exist without records. */
export type DnsZone = Record<string, string[]>;

export interface DnsServer extends AsyncDisposable {
  /** e.g. 127.0.0.1:54321 */
  address: string;
  zone: DnsZone;
  /** While true, no response is sent. */
  isSilent: boolean;
  asked: string[];
  close(): Promise<void>;
}

const maxPacketBytes = 512;
/** Maximum length of a character-string in a TXT record. */
const maxStringBytes = 255;

/** Responds over UDP, and over TCP to what does not fit into a packet. */
export async function startDnsServer(zone: DnsZone): Promise<DnsServer> {
  const udp = createSocket('udp4');
  const sockets = new Set<Socket>();
  const state = { zone, isSilent: false, asked: [] as string[] };

  function respond(query: Packet): Packet {
    const [question] = query.questions ?? [];
    const name = question?.name.toLowerCase() ?? '';
    state.asked.push(name);
    const texts = state.zone[name];
    const records = (question?.type === 'TXT' ? (texts ?? []) : []).map((text) => ({
      type: 'TXT' as const,
      name,
      ttl: 60,
      data: text.match(new RegExp(`.{1,${maxStringBytes}}`, 'gs')) ?? [''],
    }));
    const noSuchName = 3;
    return {
      type: 'response',
      ...(query.id !== undefined && { id: query.id }),
      flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | (texts ? 0 : noSuchName),
      questions: query.questions ?? [],
      answers: records,
    };
  }

  udp.on('message', (bytes, { port, address }) => {
    if (state.isSilent) return;
    const response = respond(dnsPacket.decode(bytes));
    const whole = dnsPacket.encode(response);
    const flags = (response.flags ?? 0) | dnsPacket.TRUNCATED_RESPONSE;
    const fits = whole.length <= maxPacketBytes;
    udp.send(fits ? whole : dnsPacket.encode({ ...response, flags, answers: [] }), port, address);
  });

  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let received = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0);
        const query = dnsPacket.streamDecode(received.subarray(0, end));
        received = received.subarray(end);
        if (query && !state.isSilent) socket.write(dnsPacket.streamEncode(respond(query)));
      }
    });
  });

  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const { port } = udp.address();
  await new Promise<void>((resolve, reject) => {
    tcp.once('error', reject);
    tcp.listen(port, '127.0.0.1', resolve);
  });
  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await Promise.all([
      new Promise<void>((resolve) => udp.close(resolve)),
      new Promise((resolve) => tcp.close(resolve)),
    ]);
  }
  const address = `127.0.0.1:${(tcp.address() as AddressInfo).port}`;
  return Object.assign(state, { address, close, [Symbol.asyncDispose]: close });
}
