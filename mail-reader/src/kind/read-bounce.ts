// Parses a bounce message: why it was not delivered, Message-IDs of the returned mails.
import type { Email } from 'postal-mime';
import type { DeliveryFailure } from '../mail-description.ts';
import type { MailHeaderLookup } from './automatic-headers.ts';

/** What a mail server reports about a mail that we sent. */
export interface Bounce {
  /** null while the mail server still tries */
  failure: DeliveryFailure | null;
  /** Message-IDs of the mails that were returned. */
  mailIds: string[];
}

const machineSender = /^(mailer-daemon|postmaster|mail-daemon|mdaemon)@/i;
const failedSubject =
  /(undeliver|delivery (status notification|failed|failure|has failed|incomplete|delayed|delay)|failure notice|returned mail|mail delivery (failed|failure|system)|not delivered|could not be delivered|non remis|(remise|livraison) (incomplète|retardée|différée)|zustellung verzögert|échec de (la )?(remise|livraison|distribution)|message non (distribué|livré)|retourné à l['’]expéditeur)/iu;
const delayedSubject =
  /(delay|incomplete|warning|still trying|temporar|retard|différé|incomplète|verzögert|demorad|ritard)/iu;
/** What servers write that still try, in mails without a report part. */
const retriesWords =
  /(will (be )?(retr(y|ied)|keep trying|continue to (try|attempt))|still trying|(not been|n't been|could not be) delivered yet|delivery (attempts )?will continue|temporary (problem|failure|error)|do not need to resend|this is a warning( message)? only|nouvelle tentative|nouveaux essais|n['’]a pas encore|wird weiter versucht|erneut versucht|se (volverá a intentar|reintentará))/iu;
const gaveUpWords =
  /(permanent|gave up|giving up|given up|will not (be )?retr|no further (attempts|delivery)|(^|[\s#(])5\.\d{1,3}\.\d{1,3}\b(?!\.\d)|(^|\s)55\d[\s-]|définitif|définitivement|endgültig)/iu;
const idPattern =
  /^(?:message-id|original-envelope-id):(?:[ \t]|\r?\n[ \t])*<?([^<>\s@]{1,500}@[^<>\s]{1,500})>?/gim;
const enhanced = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/;
const diagnosticLength = 2_000;
/** A bounce usually contains one mail, and its headers at most once more. */
const maxOriginals = 10;
const maxMailIds = 50;
const plainCode = /\b(5[0-5]\d)[ -]/;

function contentOf({ content }: Email['attachments'][number]): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  return Buffer.from(bytes.subarray(0, 200_000)).toString('latin1');
}

/** By the status code (RFC 3463). */
function reasonOf(status: string): DeliveryFailure['reason'] {
  const [, , subject = '', detail = ''] = enhanced.exec(status) ?? [];
  if (subject === '1') return 'noMailbox';
  if (subject === '2') return detail === '2' ? 'full' : 'closed';
  if (subject === '3' && detail === '4') return 'tooLarge';
  if (subject === '4') return 'unreachable';
  return subject === '7' ? 'refused' : 'other';
}

function statusOf(text: string): string {
  return enhanced.exec(text)?.[0] ?? plainCode.exec(text)?.[1] ?? '';
}

/** The mail server's explanation without addresses; null if it is not found. */
function diagnosticOf(text: string): string | null {
  // Joins values that continue on further lines.
  const lines = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const field = lines.find((line) => /^diagnostic-code:/i.test(line));
  const found =
    field?.slice('diagnostic-code:'.length, diagnosticLength).replace(/^\s*[\w-]+;/, '') ??
    lines.find((line) => /\b5\d\d[ -]|#5\.\d\.\d/.test(line));
  const words = (found ?? '')
    .slice(0, diagnosticLength)
    .split(/[\s<>]+/)
    .filter((word) => word !== '' && word !== ':' && !word.includes('@'));
  return words.length > 0 ? words.join(' ').slice(0, 160) : null;
}

/** Null if the mail is not a bounce. Reads RFC 3464 and the plain formats of older servers. */
export function readBounce(
  email: Pick<Email, 'from' | 'subject' | 'text' | 'html' | 'attachments'>,
  headers: MailHeaderLookup,
): Bounce | null {
  const from = email.from?.address ?? '';
  const subject = email.subject ?? '';
  const contentType = (headers('content-type') ?? '').toLowerCase();
  const isReport = /report-type="?delivery-status/.test(contentType);
  const report = email.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  const isPlain =
    headers('x-failed-recipients') !== undefined ||
    ((machineSender.test(from) || headers('return-path') === '<>') && failedSubject.test(subject));
  if (!isReport && !report && !isPlain) return null;
  const text = (email.text ?? email.html ?? '').slice(0, 200_000);
  const status = report ? contentOf(report) : '';
  const originals = email.attachments
    .filter(({ mimeType }) => mimeType === 'message/rfc822' || mimeType === 'text/rfc822-headers')
    .slice(0, maxOriginals)
    .map(contentOf);
  const found = [...originals, status, text].flatMap((part) => [...part.matchAll(idPattern)]);
  const mailIds = [...new Set(found.map(([, id = '']) => `<${id}>`))].slice(0, maxMailIds);
  const action = /^action:\s*(\w+)/im.exec(status)?.[1]?.toLowerCase();
  const isDelayed = !gaveUpWords.test(text) && (delayedSubject.test(subject) || retriesWords.test(text));
  const isFailed = action === undefined ? !isDelayed : action === 'failed';
  if (!isFailed) return { failure: null, mailIds };
  const field = /^status:\s*([245]\.\d{1,3}\.\d{1,3})/im.exec(status)?.[1];
  const code = field ?? statusOf(`${status}\n${text}`);
  const diagnostic = diagnosticOf(status) ?? diagnosticOf(text);
  return { failure: { reason: reasonOf(code), status: code, diagnostic }, mailIds };
}
