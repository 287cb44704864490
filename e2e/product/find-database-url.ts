import { startCommand } from './command.ts';
import type { Product } from './product.ts';

/** The URL of a product's own database, which `npm run status` prints; that of a socket gets a host to be valid. */
export async function findDatabaseUrl({ dataDir }: Product): Promise<string> {
  const status = startCommand(['server/commands/main.ts', 'status'], { DATA_DIR: dataDir });
  await status.exited;
  const url = /^DB_URL=['"]?([^'"\n]+)/m.exec(status.output())?.[1];
  if (url === undefined) throw new Error(`no DB_URL in: ${status.output()}`);
  return url.replace('@/', '@localhost/');
}
