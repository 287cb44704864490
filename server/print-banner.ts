// Prints the start banner: address, mode, database, mail.
import { join } from 'node:path';
import { createSecretKeyClient } from '../site/app/data/server-settings.ts';
import {
  describeIncompleteBackupSetup,
  isBackupOnDataDisk,
  missingBackupSettings,
} from './backup/backup-setup.ts';
import type { ConnectedBackend } from './boot/connect-backend.ts';
import type { ServerConfig } from './settings/config.ts';
import { isLoopback } from './settings/local-mode.ts';
import { createOwnerLink } from './create-owner-link.ts';

const signUpModes: Record<ServerConfig['SIGN_UP'], string> = {
  open: 'anyone who signs up is on the team right away and can read every lead (SIGN_UP=open)',
  approval: 'new accounts wait until an owner approves them on the Team screen (SIGN_UP=approval)',
  closed: 'no one can sign up once there is an owner (SIGN_UP=closed)',
};

function describeMode({ localMode, SIGN_UP }: ServerConfig, hasSampleLeads: boolean): string {
  const samples = hasSampleLeads ? ', sample leads' : '';
  if (localMode && SIGN_UP === 'open') return `local mode (sign-up open${samples})`;
  return `${localMode ? 'local' : 'public'} mode; ${signUpModes[SIGN_UP]}`;
}

function describeSetup({ applied: { migrations, seeds } }: ConnectedBackend): string {
  if (migrations.length + seeds.length === 0) return '';
  const count = migrations.length === 1 ? '1 migration' : `${migrations.length} migrations`;
  return `Database ready: ${count} applied${seeds.length > 0 ? ', sample content added' : ''}.\n`;
}

/** False once the samples are removed. */
async function findSampleLead({ access, keys }: ConnectedBackend): Promise<boolean> {
  const client = createSecretKeyClient(access, keys);
  const { data } = await client.from('leads').select('id').eq('is_sample', true).limit(1);
  return data !== null && data.length > 0;
}

/** Never prints the whole SMTP_URL, which may contain a password. */
function describeMail({ SMTP_URL, MAIL_FROM, DATA_DIR, localMode }: ServerConfig): string {
  if (SMTP_URL) return `through ${new URL(SMTP_URL).host}, from ${MAIL_FROM}`;
  const files = `files in ${join(DATA_DIR, 'mail')}`;
  const target = localMode ? `on the dashboard's Mail screen (${files})` : files;
  return `${target}; set SMTP_URL and MAIL_FROM to send it`;
}

function describeBackups(config: ServerConfig): string {
  const { BACKUP_TO, BACKUP_AT, SUPABASE_URL, localMode } = config;
  if (SUPABASE_URL) return 'made by the Supabase project';
  const half = describeIncompleteBackupSetup(config);
  if (half) return half;
  if (missingBackupSettings(config).length === 0)
    return `each night at ${BACKUP_AT} to ${BACKUP_TO}${isBackupOnDataDisk(config) ? ', on the same disk as the data' : ''}`;
  return `none${localMode ? '' : ', so everything is lost if this disk fails'}; set BACKUP_TO and BACKUP_PASSPHRASE`;
}

export async function printBanner(config: ServerConfig, connected: ConnectedBackend): Promise<void> {
  const owner = await createOwnerLink(config, connected);
  const lines = [
    `  Fairlead   ${config.SITE_URL}`,
    `  Mode       ${describeMode(config, await findSampleLead(connected))}`,
    `  Data       ${connected.location}`,
    `  Mail       ${describeMail(config)}`,
    `  Backups    ${describeBackups(config)}`,
    ...(owner
      ? [
          '  Owner      open this within 30 minutes and sign up; your account becomes the owner:',
          `             ${owner}`,
        ]
      : ['  Owner      already set']),
  ];
  if (!isLoopback(config.HOST) && isLoopback(new URL(config.SITE_URL).hostname)) {
    lines.push(
      `  Note       links use ${config.SITE_URL}, which others cannot open: set SITE_URL to your public address`,
    );
  }
  if (process.stdout.isTTY) lines.push('', '  Press Ctrl-C to stop.');
  process.stdout.write(`${describeSetup(connected)}\n${lines.join('\n')}\n\n`);
}
