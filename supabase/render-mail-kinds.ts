import type { ClientBase } from 'pg';

/** The kinds of mail in `private.mail_kinds`, as a module of the site. */
export async function renderMailKinds(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ kind: string; recipient: string }>(
    'select kind, recipient from private.mail_kinds order by kind collate "C"',
  );
  const entries = rows.map(({ kind, recipient }) => {
    const name = kind.includes('-') ? `'${kind}'` : kind;
    return `  ${name}: '${recipient}',`;
  });
  return [
    '// Generated from private.mail_kinds by supabase/render-mail-kinds.ts (npm run types). Do not edit.',
    '',
    '/** Every kind of mail in private.outbox, with its recipient. */',
    'export const mailKinds = {',
    ...entries,
    '} as const;',
    '',
    'export type MailKind = keyof typeof mailKinds;',
    '',
  ].join('\n');
}
