// Doctor check of outgoing mail: SMTP login, DNS records of the sender domain.
import { isUntrustedCertificate, privateAuthorityAdvice } from '@fairlead/backend/errors';
import { verifySmtp } from '@fairlead/backend/mail';
import type { DoctorFinding } from '../probes/doctor-finding.ts';
import type { ProbeConfig } from '../probes/probe.ts';
import { probes } from '../probes/probes.ts';

const timeoutMs = 8_000;

/** Signs in to the mail server and looks up the sender's domain; sends nothing. */
export async function checkMail(config: ProbeConfig): Promise<DoctorFinding[]> {
  if (config.SMTP_URL === undefined) {
    const finding = 'SMTP_URL is not set, so clients get no replies and staff get no notifications';
    return [{ what: 'mail', finding, fix: 'set SMTP_URL and MAIL_FROM' }];
  }
  const found = await Promise.all([
    checkServer(config.SMTP_URL),
    ...probes.mail.map((probe) => probe.findProblems(config)),
  ]);
  return found.flat();
}

async function checkServer(url: string): Promise<DoctorFinding[]> {
  const { hostname } = new URL(url);
  try {
    await verifySmtp(url, timeoutMs);
    return [];
  } catch (error) {
    return [explain(error as Error & { code?: string }, hostname)];
  }
}

function explain({ code, message, cause }: Error & { code?: string }, host: string): DoctorFinding {
  const what = 'mail server';
  if (code === 'EAUTH')
    return {
      what,
      finding: `${host} rejects the login`,
      fix: 'correct the user and password in SMTP_URL; write special characters as %XX',
    };
  if (
    isUntrustedCertificate((cause as NodeJS.ErrnoException | undefined)?.code ?? code) ||
    /self-signed|unable to (verify|get)/.test(message)
  )
    return {
      what,
      finding: `the certificate of ${host} is not trusted (${message})`,
      fix: privateAuthorityAdvice,
    };
  if (code === 'ETLS' || /certificate|STARTTLS|SSL|TLS/i.test(message))
    return {
      what,
      finding: `no encrypted connection to ${host} (${message})`,
      fix: 'use the name in its certificate, and smtps://…:465 or smtp://…:587',
    };
  return {
    what,
    finding: `${host} cannot be reached (${message})`,
    fix: "check the name and port in SMTP_URL, and whether this machine's provider blocks mail ports",
  };
}
