import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connectBackend } from '../boot/connect-backend.ts';
import type { Config } from '../config.ts';
import { projectRoot } from '../project-root.ts';

const path = '/services';

/** Undefined when the page came out; else why it could not be tried. Throws when it fails. */
export async function renderRestoredPage(config: Config, dataDir: string): Promise<string | undefined> {
  if (!existsSync(join(projectRoot, 'site', 'build', 'server', 'index.js')))
    return 'no page was rendered from it, because the site is not built';
  // Mails that waited when the backup was made must not leave a second time.
  const { SMTP_URL: _smtp, DATABASE_URL: _database, ...rest } = config;
  const scratch: Config = { ...rest, DATA_DIR: dataDir };
  const { loadBuiltRouter } = await import('../site/built-site.ts');
  const { createRenderer } = await import('../site/create-renderer.ts');
  const connected = await connectBackend(scratch, { seed: false });
  try {
    const { handle } = await loadBuiltRouter();
    const render = createRenderer({ config: scratch, connected }, handle);
    const { status, body } = await render(new Request(config.SITE_URL + path));
    if (status !== 200 || !body.includes('</h1>'))
      throw new Error(`the restored site does not show ${path}: it responds with ${status}`);
    return undefined;
  } finally {
    await connected.close();
  }
}
