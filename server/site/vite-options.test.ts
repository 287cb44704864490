import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDevelopmentConfig, isForeignEditorRequest } from './vite-options.ts';
import { projectRoot } from '../project-root.ts';
import { readConfig } from '../settings/config.ts';

const links = mkdtempSync(join(tmpdir(), 'fairlead-links-'));
mkdirSync(join(links, 'own'));
symlinkSync(join(projectRoot, 'site'), join(links, 'to-site'));

test.each([
  [{ HOST: '0.0.0.0' }, /^HOST: npm run dev .*127\.0\.0\.1, or use npm start$/],
  [{ SITE_URL: 'https://www.example.com' }, /^SITE_URL: npm run dev/],
  [{ DATABASE_URL: 'postgres://u:hunter2@db.example/x' }, /^DATABASE_URL: npm run dev(?!.*hunter2)/],
  [
    { SUPABASE_URL: 'https://x.supabase.co', PUBLISHABLE_KEY: 'p'.repeat(24), SECRET_KEY: 's'.repeat(24) },
    /^SUPABASE_URL: npm run dev/,
  ],
  [{ DATA_DIR: join(projectRoot, 'site/app/.data') }, /^DATA_DIR: npm run dev serves files of/],
  [{ DATA_DIR: join(projectRoot, 'node_modules/x/y') }, /^DATA_DIR: npm run dev serves files of/],
  [{ DATA_DIR: join(links, 'to-site/public/data') }, /^DATA_DIR: npm run dev serves files of/],
])('the development server does not start with %o', (environment, message) => {
  expect(() => checkDevelopmentConfig(readConfig(environment))).toThrow(message);
});

test.each([{}, { HOST: '::1' }, { DATA_DIR: join(links, 'own/data') }])(
  'the development server starts with %o',
  (environment) => {
    checkDevelopmentConfig(readConfig(environment));
  },
);

test.each([
  ['/__open-in-editor?file=/etc/passwd', 'cross-site', true],
  ['/__Open-In-Editor?file=x', 'same-site', true],
  ['/__open-in-editor', undefined, true],
  ['/__open-in-editor?file=x', 'same-origin', false],
  ['/services', 'cross-site', false],
])('the editor of this machine opens for our own pages alone: %s from %s', (url, site, isDenied) => {
  expect(isForeignEditorRequest({ url, headers: site ? { 'sec-fetch-site': site } : {} })).toBe(isDenied);
});
