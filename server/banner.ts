import { join } from 'node:path';
import type { Engine } from './boot.ts';
import { makeOwnerLink } from './owner-link.ts';
import { isLoopback, type Settings } from './config.ts';

const signUpWords: Record<Settings['SIGN_UP'], string> = {
  open: 'anyone who signs up is staff right away: SIGN_UP=open shows every lead to whoever registers',
  approval: 'new accounts wait until an owner approves them on the screen Team (SIGN_UP=approval)',
  closed: 'nobody can sign up once there is an owner (SIGN_UP=closed)',
};

function describeMode(settings: Settings, { backend }: Engine): string {
  const samples = backend ? ', sample leads' : '';
  if (settings.localMode && settings.SIGN_UP === 'open') return `local mode (sign-up open${samples})`;
  return `${settings.localMode ? 'local' : 'public'} mode; ${signUpWords[settings.SIGN_UP]}`;
}

/** What this start did to the database; nothing on most. */
function describeSteps({ applied: { migrations, seeds } }: Engine): string {
  if (migrations.length + seeds.length === 0) return '';
  const count = migrations.length === 1 ? '1 migration' : `${migrations.length} migrations`;
  return `Database ready: ${count} applied${seeds.length > 0 ? ', sample content added' : ''}.\n`;
}

/** Never the whole SMTP_URL: it may hold a password. */
function describeMail({ SMTP_URL, MAIL_FROM, DATA_DIR, localMode }: Settings): string {
  if (SMTP_URL) return `by ${new URL(SMTP_URL).host}, from ${MAIL_FROM}`;
  const files = `files in ${join(DATA_DIR, 'mail')}`;
  const where = localMode ? `the dashboard's screen Mail (${files})` : files;
  return `${where}; set SMTP_URL and MAIL_FROM to send it`;
}

/** The words on the screen once the server answers. */
export async function announce(settings: Settings, engine: Engine): Promise<void> {
  const owner = await makeOwnerLink(settings, engine);
  const lines = [
    `  Fairlead   ${settings.SITE_URL}`,
    `  Mode       ${describeMode(settings, engine)}`,
    `  Data       ${engine.whereabouts}`,
    `  Mail       ${describeMail(settings)}`,
    ...(owner
      ? [
          '  Owner      open this within 30 minutes and sign up; your account becomes the owner:',
          `             ${owner}`,
        ]
      : ['  Owner      there is one']),
  ];
  if (!isLoopback(settings.HOST) && isLoopback(new URL(settings.SITE_URL).hostname)) {
    lines.push(
      `  Note       links name ${settings.SITE_URL}, which others cannot open: set SITE_URL to the address visitors use`,
    );
  }
  if (process.stdout.isTTY) lines.push('', '  Ctrl-C stops it.');
  process.stdout.write(`${describeSteps(engine)}\n${lines.join('\n')}\n\n`);
}
