// @supabase/lite on PGlite, the only one of its engines that runs the same SQL. From bench/node_modules.
import { startHttpServer } from '@fairlead/backend/http';
import { sendReady } from './contestant.ts';
import { librarySql } from './library-sql.ts';

interface Lite {
  App: new (config: object) => { fetch(request: Request): Promise<Response> };
  getAuthSchemaSql(): string;
}
interface LiteEngine {
  createPgliteConnection(config: object): Promise<{ driver: { exec(sql: string): Promise<unknown> } }>;
}

// Imported at run time: the peers are not packages of the product and may be missing.
const { App, getAuthSchemaSql } = (await import('@supabase/lite' as string)) as Lite;
const { createPgliteConnection } = (await import('@supabase/lite/pglite' as string)) as LiteEngine;
const connection = await createPgliteConnection({});
await connection.driver.exec(`
  create role anon nologin; create role authenticated nologin; create role service_role nologin;
  ${getAuthSchemaSql()}; ${librarySql};
  grant select on authors, books to anon;
  grant insert on notes to anon;
  grant usage on all sequences in schema public to anon`);
const app = new App({ connection, auth: { enabled: true }, options: { server: { apiKeys: false } } });
const http = await startHttpServer({ host: '127.0.0.1', port: 0 });
http.serve({ fetch: (request) => app.fetch(request) });
sendReady({ url: http.url, key: 'none' });
