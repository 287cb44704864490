import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../e2e/product/product.ts';
import { requireProgram } from '../proxy/require-program.ts';
import { startProgram } from '@fairlead/backend/testing';

export interface Dovecot {
  /** The value for MAIL_IN_IMAP_URL. */
  url: string;
  /** Adds a mail to INBOX, as a delivery agent does. */
  deliver(raw: string, name: string): void;
  stop(): Promise<void>;
}

/** The id of Debian's user and group `mail`. */
const mailId = 8;

/** Starts Debian's Dovecot with one mailbox in `folder`; needs root. */
export async function startDovecot(folder: string): Promise<Dovecot> {
  const program = requireProgram('dovecot', 'dovecot-imapd');
  const port = await findFreePort();
  const inbox = join(folder, 'mail', 'reply');
  for (const part of ['', 'new', 'cur', 'tmp']) {
    mkdirSync(join(inbox, part), { recursive: true });
    chownSync(join(inbox, part), mailId, mailId);
  }
  const file = join(folder, 'dovecot.conf');
  writeFileSync(
    file,
    `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail/%u
mail_privileged_group = mail
first_valid_uid = 1
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${folder}/mail/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`,
  );
  const running = startProgram([program, '-F', '-c', file]);
  return {
    url: `imap://reply:secret@127.0.0.1:${port}/INBOX`,
    deliver(raw, name) {
      const path = join(inbox, 'new', `${Date.now()}.${name}.drill`);
      writeFileSync(path, raw);
      chownSync(path, mailId, mailId);
    },
    stop: async () => void (await running.stop()),
  };
}
