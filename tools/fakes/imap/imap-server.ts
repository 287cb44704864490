// An IMAP server with the real protocol on loopback, for tests: one mailbox of one user.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { TLSSocket, type SecureContext } from 'node:tls';

export interface ImapServerOptions {
  /** Encrypts from the first byte, or after STARTTLS, which is then required for LOGIN. */
  tls?: { way: 'implicit' | 'starttls'; context: SecureContext };
}

export interface ImapServer {
  port: number;
  /** Adds a mail and notifies clients in IDLE. */
  deliver(raw: string | Buffer): void;
  /** For each LOGIN, whether the connection was encrypted. */
  logins: boolean[];
  /** The parts of mails that were fetched, as `UID PART`. */
  fetched: string[];
  /** The UIDs that were marked as seen. */
  seen: number[];
  /** Simulates a recreated mailbox: its UIDs identify other mails, and connections are closed. */
  renumber(): void;
  close(): Promise<void>;
}

const password = 'secret';

/** Accepts LOGIN with the password `secret`, and the commands that a reader of one mailbox uses. */
export async function startImapServer({ tls }: ImapServerOptions = {}): Promise<ImapServer> {
  const mails: Buffer[] = [];
  const sockets = new Set<Socket>();
  const idling = new Set<() => void>();
  const logins: boolean[] = [];
  const fetched: string[] = [];
  const seen: number[] = [];
  let validity = 7;

  function uidsOf(words: string): number[] {
    const from = /\bUID (\d+):\*/.exec(words)?.[1];
    return mails
      .map((_, index) => index + 1)
      .filter((uid) => uid >= Number(from ?? 1) || uid === mails.length);
  }

  function fetch(uid: number, items: string): Buffer {
    const raw = mails[uid - 1] ?? Buffer.alloc(0);
    const part = /BODY(?:\.PEEK)?(\[(?:HEADER)?\])/.exec(items)?.[1];
    if (part === undefined) return Buffer.from(`* ${uid} FETCH (UID ${uid} RFC822.SIZE ${raw.length})\r\n`);
    fetched.push(`${uid} ${part}`);
    const content = part === '[]' ? raw : raw.subarray(0, raw.indexOf('\r\n\r\n') + 4);
    const head = `* ${uid} FETCH (UID ${uid} BODY${part} {${content.length}}\r\n`;
    return Buffer.concat([Buffer.from(head), content, Buffer.from(')\r\n')]);
  }

  function speak(socket: Socket, isEncrypted: boolean): void {
    // Errors of the socket are emitted here too.
    const lines = createInterface(socket).on('error', () => socket.destroy());
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    let announced = 0;
    const exists = (): void => {
      announced = mails.length;
      say(`* ${announced} EXISTS`);
    };
    const mayStartTls = !isEncrypted && tls?.way === 'starttls';
    const capabilities = `CAPABILITY IMAP4rev1 IDLE${mayStartTls ? ' STARTTLS LOGINDISABLED' : ''}`;
    let idleTag = '';

    function startTls(tag: string): void {
      lines.close();
      say(`${tag} OK`);
      encrypt(socket);
    }

    /** Null if the command sends its own response; otherwise the text of the final response. */
    function run(tag: string, name: string, words: string): string | null {
      if (name === 'CAPABILITY') say(`* ${capabilities}`);
      else if (name === 'STARTTLS') startTls(tag);
      else if (name === 'LOGIN') {
        logins.push(isEncrypted);
        if (mayStartTls || !words.includes(password)) return 'NO [AUTHENTICATIONFAILED] no';
      } else if (name === 'LIST') say('* LIST () "/" INBOX');
      else if (name === 'SELECT' || name === 'EXAMINE') {
        exists();
        say(`* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY ${validity}]`);
      } else if (name === 'UID SEARCH') say(`* SEARCH ${uidsOf(words).join(' ')}`);
      else if (name === 'UID STORE') seen.push(Number.parseInt(words, 10));
      else if (name === 'UID FETCH') socket.write(fetch(Number.parseInt(words, 10), words));
      else if (name === 'IDLE') {
        idleTag = tag;
        idling.add(exists);
        say('+ idling');
        if (announced !== mails.length) exists();
      } else if (name === 'LOGOUT') say('* BYE');
      return name === 'STARTTLS' || name === 'IDLE' ? null : 'OK';
    }

    lines.on('line', (line) => {
      if (line === 'DONE') {
        idling.delete(exists);
        return say(`${idleTag} OK`);
      }
      const [, tag = '*', name = '', words = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
      const result = run(tag, name.toUpperCase(), words);
      if (result !== null) say(`${tag} ${result}`);
      return undefined;
    });
    socket.on('close', () => idling.delete(exists));
    if (!isEncrypted || tls?.way === 'implicit') say(`* OK [${capabilities}] ready`);
  }

  function encrypt(socket: Socket): void {
    const near = new TLSSocket(socket, { isServer: true, ...(tls && { secureContext: tls.context }) });
    near.on('error', () => socket.destroy());
    speak(near, true);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    if (tls?.way === 'implicit') encrypt(socket);
    else speak(socket, false);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    logins,
    fetched,
    seen,
    renumber() {
      validity += 1;
      for (const socket of sockets) socket.destroy();
    },
    deliver(raw) {
      mails.push(Buffer.from(raw as string));
      for (const announce of idling) announce();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
