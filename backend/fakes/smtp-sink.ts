// A mail server with the real protocol on loopback, for tests and development.
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  /** Recipients of the envelope, lower case; the header may differ. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  parsed: Email;
  raw: string;
}

export interface SmtpSinkOptions {
  /** While `isRefused` returns true, even the right password is refused. */
  login?: { user: string; password: string; isRefused?: () => boolean };
  /** The SMTP code for a recipient, e.g. 550 (permanent) or 451 (temporary); undefined accepts the message. */
  reject?: (to: string) => number | undefined;
  /** The SMTP code for a greeting or a sender, e.g. 554; undefined accepts it. */
  rejectAt?: (stage: 'greeting' | 'sender') => number | undefined;
  /** While true, connections are closed at once. The port stays open, unlike that of a closed server. */
  isDown?: () => boolean;
}

export interface SmtpSink extends AsyncDisposable {
  /** The value for SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** Waits for the nth message to an address. */
  mailTo(address: string, n?: number): Promise<ReceivedMail>;
  close(): Promise<void>;
}

export async function startSmtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const { login, reject, rejectAt, isDown } = options;

  async function keep(to: string[], bytes: Buffer): Promise<null> {
    const parsed = await PostalMime.parse(bytes);
    const { subject = '', text = '', html = '' } = parsed;
    received.push({ to, subject, text, html, parsed, raw: bytes.toString('latin1') });
    for (const look of waiting) look();
    return null;
  }

  function rejection(code: number | undefined): Error | null {
    return code === undefined ? null : Object.assign(new Error('Refused'), { responseCode: code });
  }

  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, respond) {
      const isRight = username === login?.user && password === login?.password;
      if (isRight && !login?.isRefused?.()) respond(null, { user: username });
      else respond(new Error('Invalid username or password'));
    },
    onConnect: (_session, respond) => respond(rejection(rejectAt?.('greeting'))),
    onMailFrom: (_address, _session, respond) => respond(rejection(rejectAt?.('sender'))),
    onRcptTo: ({ address }, _session, respond) => respond(rejection(reject?.(address.toLowerCase()))),
    onData(stream, session, respond) {
      const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      buffer(stream)
        .then((bytes) => keep(to, bytes))
        .then(respond, respond);
    },
  });
  server.server.prependListener('connection', (socket) => {
    if (isDown?.()) socket.destroy();
  });
  // Clients may disconnect at any point.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
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
    close,
    [Symbol.asyncDispose]: close,
  };
}
