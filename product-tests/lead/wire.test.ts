import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Program } from '@fairlead/backend/testing';
import { afterAll, beforeAll } from 'vitest';
import { describe, expect, test } from '../fixture.ts';
import { postForm } from '../post-form.ts';
import { readLeadsByEmail } from '../../e2e/product/read-leads.ts';
import { startCommand } from '../../e2e/product/command.ts';
import { findFreePort, startProduct, type Product } from '../../e2e/product/product.ts';
import { leadFieldNames } from '../../site/app/lead/lead-fields.ts';

/** A request to the data API of an external project, recorded by a proxy in between. */
interface Insert {
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
}

describe('the requests of the site to the database', () => {
  let project: Product;
  let between: Server;
  let site: Program;
  let siteUrl: string;
  const inserts: Insert[] = [];

  beforeAll(async () => {
    project = await startProduct();
    between = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = Buffer.concat(parts);
      const headers = Object.entries(request.headers).filter(
        ([name]) => !/^(host|connection|content-length|transfer-encoding)$/.test(name),
      ) as [string, string][];
      if (request.method === 'POST' && request.url?.startsWith('/rest/v1/leads'))
        inserts.push({ body: JSON.parse(body.toString()), headers: request.headers });
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
      const upstream = await fetch(project.url + request.url, {
        method: request.method ?? 'GET',
        headers,
        ...(hasBody ? { body } : {}),
      });
      response.writeHead(upstream.status, {
        'content-type': upstream.headers.get('content-type') ?? 'text/plain',
      });
      response.end(Buffer.from(await upstream.arrayBuffer()));
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    const port = await findFreePort();
    siteUrl = `http://localhost:${port}`;
    site = startCommand(['server/commands/main.ts', 'start'], {
      PORT: String(port),
      SUPABASE_URL: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
      SIGN_UP: 'open',
      PUBLISHABLE_KEY: project.publishableKey,
      SECRET_KEY: project.secretKey,
    });
    await site.waitForOutput(/Owner .*\n/);
    // The site has marked the project as public, but these tests send more than five leads from one address.
    const local = await project.admin.from('settings').update({ local_mode: true }).eq('id', true);
    expect(local.error).toBeNull();
  });
  afterAll(async () => {
    site.process.kill('SIGTERM');
    await site.exited;
    between.close();
    await project.stop();
  });

  for (const [page, columns, sent] of [
    ['/contact', leadFieldNames, { message: 'Hello\r\nthere' }],
    ['/services/accessibility-audit', [...leadFieldNames, 'service_id'], {}],
    ['/apps/ringcheck', [...leadFieldNames, 'service_id'], {}],
  ] as const) {
    test(`P-182 G-36 G-18 the form on ${page} sends these columns and one signed header, which the database accepts`, async () => {
      const email = `wire${page.length}@roy.example`;
      inserts.length = 0;
      const form = { name: 'Ana Röy 🙂', email, company: '', phone: '1:2,-', ...sent };
      const hidden = { submission: '5a5a0000-0000-4000-8000-000000000001', topic: '', hint: 'x' };
      expect((await postForm(siteUrl + page, { ...form, ...hidden })).status).toBe(303);
      expect(inserts).toHaveLength(1);
      expect(Object.keys(inserts[0]?.body ?? {})).toEqual(columns);
      expect(inserts[0]?.headers['x-lead-facts']).toMatch(/^[\w+/=]+\.[\da-f]{64}$/);
      const ours = Object.keys(inserts[0]?.headers ?? {}).filter((name) =>
        /^x-(?!client-info|supabase)/.test(name),
      );
      expect(ours).toEqual(['x-lead-facts']);
      expect(await readLeadsByEmail(project, email)).toMatchObject([
        {
          origin: 'site',
          source_path: page,
          submission_key: '5a5a0000-0000-4000-8000-000000000001',
          score: 0,
          address_hash: expect.stringMatching(/^[\da-f]{32}$/),
        },
      ]);
    });
  }

  test('G-36 P-143 the site and the database clean any text in the same way', async () => {
    const email = 'odd@roy.example';
    const written = [
      '\u0085 x \u180e',
      '\u2028a\u2029\n',
      'a\0b',
      'e\u0301',
      '🙂'.repeat(500),
      '1:x,-\u001f',
      'a\r\rb\r\n',
    ];
    for (const message of written) {
      const form = { name: '\ufeff Ana\u00a0', email: ` ${email}\t`, company: '\u3000', message };
      expect((await postForm(`${siteUrl}/contact`, form)).status).toBe(303);
    }
    const stored = await readLeadsByEmail(project, email);
    expect(stored.map(({ origin }) => origin)).toEqual(written.map(() => 'site'));
    expect(stored[2]).toMatchObject({ name: 'Ana', company: null, message: 'ab' });
  });

  test('G-36 a lead is stored even if the project does not know the key that signed it', async () => {
    const email = 'unknown-key@roy.example';
    const other = { name: 'lead_header', value: 'x'.repeat(64) };
    expect((await project.admin.from('server_keys').upsert(other)).error).toBeNull();
    const form = { name: 'Ana Roy', email, message: 'Hello' };
    expect((await postForm(`${siteUrl}/contact`, form)).status).toBe(303);
    expect(await readLeadsByEmail(project, email)).toMatchObject([{ origin: 'api', message: 'Hello' }]);
  });
});
