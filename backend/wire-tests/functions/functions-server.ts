import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BackendConfig } from '../../src/index.ts';
import { type WireServer, startWireServer } from '../server.ts';

const packages = fileURLToPath(new URL('../../../node_modules/@supabase', import.meta.url));

const configToml = `
  [edge_runtime.secrets]
  COLOUR = "blue"
  [functions.open]
  verify_jwt = false
  [functions.off]
  enabled = false
`;

const sources: Record<string, string> = {
  'hello/index.ts': `
    import 'jsr:@supabase/functions-js/edge-runtime.d.ts';
    interface Named { name?: string }
    Deno.serve(async (request: Request) => {
      const { name = 'nobody' } = (await request.json()) as Named;
      return Response.json({ message: \`Hello \${name}\` });
    });`,
  'exported/index.ts': `
    export default { fetch: (request: Request) => Response.json({ url: request.url }) };`,
  'mirror/index.ts': `
    Deno.serve(async (request: Request) => {
      if (request.method === 'OPTIONS') return new Response('asked', { headers: { 'access-control-allow-origin': 'https://one.example' } });
      const headers = Object.fromEntries(request.headers);
      return Response.json({ method: request.method, url: request.url, headers, body: await request.text() });
    });`,
  'echo/index.ts': `
    Deno.serve((request: Request) =>
      new Response(request.body, { headers: { 'content-type': request.headers.get('content-type') ?? '' } }));`,
  'form/index.ts': `
    Deno.serve(async (request: Request) => {
      const form = await request.formData();
      const reply = new FormData();
      reply.set('name', form.get('name') + '!');
      reply.set('size', String((form.get('file') as File).size));
      return new Response(reply);
    });`,
  'asks/index.ts': `
    import { createClient } from 'npm:@supabase/supabase-js@2';
    Deno.serve(async (request: Request) => {
      const client = createClient(Deno.env.get('SUPABASE_URL')!, Deno.env.get('SUPABASE_ANON_KEY')!, {
        global: { headers: { Authorization: request.headers.get('Authorization')! } },
      });
      const { data, error } = await client.from('notes').select('text');
      return Response.json({ data, error, colour: Deno.env.get('COLOUR'), keyed: Deno.env.has('SUPABASE_SERVICE_ROLE_KEY') });
    });`,
  'stream/index.ts': `
    let release = () => {};
    Deno.serve((request: Request) => {
      if (request.url.endsWith('/release')) { release(); return new Response(null, { status: 204 }); }
      const body = new ReadableStream({
        async start(controller) {
          const encode = (text: string) => new TextEncoder().encode(text);
          controller.enqueue(encode('data: one\\n\\n'));
          await new Promise<void>((resolve) => { release = resolve; });
          controller.enqueue(encode('data: two\\n\\n'));
          controller.close();
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });`,
  'unloads/index.ts': `
    addEventListener('beforeunload', (event) => {
      console.log('unloaded: ' + event.detail.reason);
      EdgeRuntime.waitUntil(new Promise((resolve) => setTimeout(resolve, 20)).then(() => console.log('and done')));
    });
    Deno.serve(() => Response.json({
      publishable: JSON.parse(Deno.env.get('SUPABASE_PUBLISHABLE_KEYS')!),
      secret: JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS')!),
    }));`,
  'teapot/index.ts': `Deno.serve(() => Response.json({ why: 'short and stout' }, { status: 418 }));`,
  'page/index.ts': `
    Deno.serve((request: Request) => new Response('<script>1</script>', { headers: {
      'content-type': new URL(request.url).searchParams.get('type') ?? 'text/html',
      'set-cookie': 'a=b', 'x-relay-error': 'true', 'clear-site-data': '"*"', 'content-security-policy': 'script-src *',
    } }));`,
  'throws/index.ts': `Deno.serve(() => { throw new Error('on purpose'); });`,
  'loops/index.ts': `Deno.serve(() => { for (;;); });`,
  'dies/index.ts': `Deno.serve(() => process.kill(process.pid, 'SIGKILL'));`,
  'eats/index.ts': `
    const eaten: Uint8Array[] = [];
    Deno.serve(() => { for (;;) eaten.push(new Uint8Array(50_000_000).fill(1)); });`,
  'sleeps/index.ts': `Deno.serve(() => new Promise(() => {}));`,
  'broken/index.ts': `throw new Error('cannot start');`,
  'silent/index.ts': `export const nothing = 1;`,
  'fetches/index.ts': `import 'https://example.com/evil.ts';`,
  'open/index.ts': `Deno.serve(() => new Response('for anyone'));`,
  'off/index.ts': `Deno.serve(() => new Response('never'));`,
  'escapes/index.ts': `
    import { ChildProcess, fork } from 'node:child_process';
    import { createRequire } from 'node:module';
    import os, { setPriority } from 'node:os';
    import { setFlagsFromString } from 'node:v8';
    import { open as inspect, Session } from 'node:inspector';
    import { Worker } from 'node:worker_threads';
    const require = createRequire(import.meta.url);
    const attempts: Record<string, (folder: string) => unknown> = {
      inspectServer: () => process.kill(process.ppid, 'SIGUSR1'),
      inspectByNumber: () => process._kill(process.ppid, 10) || 'signalled',
      inspectGroup: () => process.kill(-process.ppid, 'SIGUSR1'),
      inspectAsText: () => process.kill(String(process.ppid) as never, 'SIGUSR1'),
      debug: () => process._debugProcess(process.ppid),
      stopServer: () => process.kill(process.ppid, 'SIGSTOP'),
      slowServer: () => setPriority(process.ppid, 19),
      slowServerToo: () => os.setPriority(process.ppid, 19),
      sqlite: (folder) => new (require('node:sqlite').DatabaseSync)(folder + '/written').exec('create table t (a)'),
      sqliteBuiltin: (folder) => new (process.getBuiltinModule('node:sqlite').DatabaseSync)(folder + '/written').exec('create table t (a)'),
      flags: () => setFlagsFromString('--trace-turbo'),
      binding: () => process.binding('spawn_sync'),
      internal: () => process._linkedBinding('fs'),
      worker: () => new Worker('1', { eval: true, execArgv: [] }),
      fork: () => fork('x.js'),
      handle: () => new ChildProcess().spawn({ file: '/bin/true', args: ['true'] }),
      inspector: () => inspect(0),
      session: () => new Session().connect(),
      user: () => process.setuid(0),
      message: () => process.send({ cmd: 'NODE_HANDLE_ACK' }),
    };
    Deno.serve(async (request: Request) => {
      const { folder } = await request.json();
      const done = {};
      for (const [name, attempt] of Object.entries(attempts)) {
        try { done[name] = String(attempt(folder)); } catch (error) { done[name] = error.code ?? error.name; }
      }
      return Response.json({ done, user: process.getuid(), server: process.ppid });
    });`,
  'nosy/index.ts': `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { spawnSync } from 'node:child_process';
    const attempt = (work: () => unknown) => { try { return String(work()); } catch (error) { return (error as { code: string }).code; } };
    Deno.serve(async (request: Request) => {
      const { file } = await request.json();
      return Response.json({
        read: attempt(() => readFileSync(file)),
        written: attempt(() => writeFileSync('/tmp/left-behind', 'x')),
        ran: attempt(() => spawnSync('true').error ?? 'ran'),
        environment: Object.keys(process.env).toSorted(),
      });
    });`,
};

export interface FunctionsServer extends WireServer {
  workdir: string;
}

export async function startFunctionsServer(
  functionLimits: BackendConfig['functionLimits'] = {},
): Promise<FunctionsServer> {
  const workdir = await mkdtemp(join(tmpdir(), 'project-'));
  const folder = join(workdir, 'supabase');
  await mkdir(join(folder, 'migrations'), { recursive: true });
  await mkdir(join(workdir, 'node_modules'));
  await symlink(packages, join(workdir, 'node_modules', '@supabase'));
  await writeFile(join(folder, 'config.toml'), configToml);
  await writeFile(
    join(folder, 'migrations', '1_notes.sql'),
    `create table notes (text text); insert into notes values ('a note'); alter table notes enable row level security;
     create policy seen on notes for select to authenticated using (true);`,
  );
  for (const [file, source] of Object.entries(sources)) {
    await mkdir(dirname(join(folder, 'functions', file)), { recursive: true });
    await writeFile(join(folder, 'functions', file), source);
  }
  const server = await startWireServer({
    workdir,
    backend: { functionLimits: { ...functionLimits } },
  });
  return {
    ...server,
    workdir,
    async close() {
      await server.close();
      await rm(workdir, { recursive: true, force: true });
    },
  };
}
