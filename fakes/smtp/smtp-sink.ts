// A mail server that keeps what it is given: the real protocol on loopback, for tests and development.
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** One message as it arrived. */
export interface ReceivedMail {
  /** Whom the envelope named, lower case; the header may say otherwise. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  parsed: Email;
  /** The whole message as it came over the wire. */
  raw: string;
}

export interface SmtpSinkOptions {
  /** Asks for a login. */
  login?: { user: string; password: string };
  /** Answers this to a recipient, e.g. 550 for no and 451 for later; undefined takes the message. */
  refuse?: (to: string) => number | undefined;
  /** Hangs up on whoever comes while this says so; the port stays ours, unlike one that is given back. */
  isAway?: () => boolean;
}

export interface SmtpSink {
  /** For SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** The nth message to an address, the first without n; waits until it is there. */
  mailTo(address: string, n?: number): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** Starts the server on loopback. */
export async function startSmtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const { login, refuse, isAway } = options;

  /** Answers null: no error. */
  async function keep(to: string[], bytes: Buffer): Promise<null> {
    const parsed = await PostalMime.parse(bytes);
    const { subject = '', text = '', html = '' } = parsed;
    received.push({ to, subject, text, html, parsed, raw: bytes.toString('latin1') });
    for (const look of waiting) look();
    return null;
  }

  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, answer) {
      if (username === login?.user && password === login?.password) answer(null, { user: username });
      else answer(new Error('Invalid username or password'));
    },
    onRcptTo({ address }, _session, answer) {
      const code = refuse?.(address.toLowerCase());
      answer(code === undefined ? null : Object.assign(new Error('Refused'), { responseCode: code }));
    },
    onData(stream, session, answer) {
      const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      buffer(stream)
        .then((bytes) => keep(to, bytes))
        .then(answer, answer);
    },
  });
  server.server.prependListener('connection', (socket) => {
    if (isAway?.()) socket.destroy();
  });
  // Clients may hang up in the middle.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';

  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    received,
    mailTo(address, n = 1) {
      return new Promise((resolve) => {
        function look(): void {
          const found = received.filter(({ to }) => to.includes(address.toLowerCase()))[n - 1];
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        }
        waiting.add(look);
        look();
      });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
