import type { ReceivedMail } from '../../fakes/smtp-sink.ts';

export function linkIn(mail: ReceivedMail): string {
  const href = /href="([^"]+)"/.exec(mail.html)?.[1];
  if (href === undefined) throw new Error(`no link in: ${mail.text}`);
  return href.replaceAll('&amp;', '&');
}

export function codeIn(mail: ReceivedMail): string {
  const code = /code: (\d+)/.exec(mail.text)?.[1];
  if (code === undefined) throw new Error(`no code in: ${mail.text}`);
  return code;
}

export function tokenIn(mail: ReceivedMail): string {
  return new URL(linkIn(mail)).searchParams.get('token') ?? '';
}

export async function followLink(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' });
  if (response.status !== 303)
    throw new Error(`the link answered ${response.status}: ${await response.text()}`);
  return new URL(response.headers.get('location') ?? '');
}

export function sessionIn(destination: URL): { access_token: string; refresh_token: string } {
  const fragment = new URLSearchParams(destination.hash.slice(1));
  return {
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  };
}
