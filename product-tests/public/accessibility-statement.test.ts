import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';
import { makeOwner } from '../../e2e/product/accounts.ts';
import type { AuditReport } from '../../e2e/audit/report.ts';
import type { EnginesReport } from '../../e2e/engines/walk-engines.ts';
import type { OrcaReport } from '../../e2e/screen-reader/walk-orca.ts';
import { expect, test } from '../fixture.ts';
import { readPage } from '../read-page.ts';

const folder = join(projectRoot, 'docs/accessibility');
const audit = JSON.parse(readFileSync(join(folder, 'audit.json'), 'utf8')) as AuditReport;
const engines = JSON.parse(readFileSync(join(folder, 'engines.json'), 'utf8')) as EnginesReport;
const orca = JSON.parse(readFileSync(join(folder, 'orca.json'), 'utf8')) as OrcaReport;
const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
};
const sheet = readFileSync(join(folder, 'screen-reader-results.md'), 'utf8');

test('A-31 B-130 /accessibility states from the result files how and when the program was tested, and makes no such claim about its content', async ({
  product,
}) => {
  const link = (await readPage(`${product.url}/`)).one('footer').one({ tag: 'a', name: 'Accessibility' });
  const page = await readPage(product.url + (link.attribute('href') ?? ''));
  expect(page.texts('h1')).toEqual(['Accessibility Statement']);
  const main = page.one('main');
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: 'America/Toronto' });
  expect(main.all('time')[0]?.attribute('datetime')).toBe(audit.finishedAt);
  for (const words of [
    `Last audit of the software: ${day.format(new Date(audit.finishedAt))}`,
    `version ${version} of its software`,
    "They don't cover the text, images and colours that we added.",
    `axe-core ${audit.versions.axe} in Chromium ${audit.versions.chromium}`,
    `${audit.combinations.toLocaleString('en-CA')} combinations`,
    `${audit.checksPassed.toLocaleString('en-CA')} checks passed`,
    audit.violations.length === 0
      ? 'It found no violations.'
      : `It found ${audit.violations.length} violations`,
    `On ${day.format(new Date(engines.finishedAt))}, a script used the software in`,
    ...engines.engines.map(({ name, version }) => `${name} ${version}`),
    `On ${day.format(new Date(orca.finishedAt))}, a script went through ${orca.journeys.length} journeys`,
    `Orca ${orca.orca} in Firefox ${orca.firefox}`,
  ])
    expect(main.text).toContain(words);
  for (const name of ['1-800-555-0199', 'hello@fairlead.example', 'report it below'])
    expect(main.all({ tag: 'a', name }), name).not.toEqual([]);
});

test('A-31 the screen reader script has six journeys and a dated sheet; the page repeats its status', async ({
  product,
}) => {
  const script = readFileSync(join(folder, 'screen-reader-script.md'), 'utf8');
  expect(script.match(/^## \d\. /gm)).toHaveLength(6);
  for (const reader of ['NVDA', 'VoiceOver']) expect(script).toContain(reader);
  expect(sheet).toMatch(/^Sheet of \w+ \d+, \d{4}\.$/m);
  const status = /^Status: (.+)$/m.exec(sheet)?.[1] ?? '';
  // an empty table has not been filled in yet
  const isEmpty = [...sheet.matchAll(/^\| \d\. .*? \|(.*)\|$/gm)].every(([, cells = '']) =>
    /^[ |]*$/.test(cells),
  );
  expect(status === 'not yet run by a person').toBe(isEmpty);
  expect((await readPage(`${product.url}/accessibility`)).one('main').texts('strong')).toEqual([status]);
});

test('A-31 an owner states the target, the limits and the way to reach the agency; what the program was tested with stays', async ({
  ownProduct: product,
}) => {
  const owner = await makeOwner(product);
  const texts = {
    accessibilityTarget: 'Our goal is **level AA**. Call {{phone}}.',
    accessibilityLimits: '- Our maps have no text.',
    accessibilityContact: 'We answer in two days.',
  };
  await owner.client
    .from('agency_settings')
    .insert({ texts: { 'en-CA': texts } })
    .throwOnError();
  const main = (await readPage(`${product.url}/accessibility`)).one('main');
  for (const words of ['Our goal is level AA. Call 1-800-555-0199.', 'Our maps have no text.', 'two days'])
    expect(main.text).toContain(words);
  expect(main.text).toContain(`version ${version} of its software`);
  expect(main.text).not.toContain('same business day');
  expect(main.text).not.toContain('Text last revised');
});
