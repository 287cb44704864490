/** As `receive_mail` takes it. What is not of a person makes no work. */
export type ReceivedMailKind =
  | 'person'
  | 'auto-reply'
  | 'list'
  | 'own'
  | 'notice'
  | 'bounce'
  | 'too-large'
  | 'unreadable';

export type Headers = (name: string) => string | undefined;

export function headersOf({ headers }: { headers: readonly { key: string; value: string }[] }): Headers {
  return (name) => headers.find(({ key }) => key === name)?.value.trim();
}

const autoReplySubject =
  /^(automatic reply|auto[- ]?reply|autoreply|out of (the )?office( autoreply| reply)?|réponse automatique|absence du bureau|absent\(e\) du bureau|message d['’]absence)[\s\u00a0\u202f]*:/iu;

/** Of a mail that is no bounce, by what its server says of it. */
export function classifyMail(headers: Headers, subject: string): ReceivedMailKind {
  const autoSubmitted = (headers('auto-submitted') ?? 'no').toLowerCase();
  const precedence = (headers('precedence') ?? '').toLowerCase();
  const contentType = (headers('content-type') ?? '').toLowerCase();
  // Exchange sets it in mails of people too; an automatic answer to ours says so in another head as well.
  const suppress =
    headers('auto-submitted') === undefined && headers('in-reply-to') === undefined
      ? (headers('x-auto-response-suppress') ?? 'none').toLowerCase()
      : 'none';
  const isAutoReply =
    autoSubmitted.startsWith('auto-replied') ||
    precedence === 'auto_reply' ||
    headers('x-autoreply') !== undefined ||
    headers('x-autorespond') !== undefined ||
    headers('x-autoresponder') !== undefined ||
    autoReplySubject.test(subject);
  if (isAutoReply) return 'auto-reply';
  if (
    headers('list-id') !== undefined ||
    headers('list-unsubscribe') !== undefined ||
    headers('list-post') !== undefined ||
    ['bulk', 'list', 'junk'].includes(precedence)
  )
    return 'list';
  if (
    !autoSubmitted.startsWith('no') ||
    (suppress !== 'none' && suppress !== '') ||
    headers('return-path') === '<>' ||
    headers('x-loop') !== undefined ||
    /report-type="?disposition-notification/.test(contentType)
  )
    return 'notice';
  return 'person';
}
