import { createTransport } from 'nodemailer';
import { mustEncrypt } from './smtp-transport.ts';

/** Connects, encrypts and signs in as smtpTransport does; sends nothing. Rejects with nodemailer's error. */
export async function verifySmtp(url: string, timeoutMs: number): Promise<void> {
  const transport = createTransport({
    url,
    requireTLS: mustEncrypt(new URL(url)),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
