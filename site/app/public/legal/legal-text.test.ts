import { expect, test } from 'vitest';
import { emptyAgencyRecord } from '../../agency/agency-fields.ts';
import { toServerAgency } from '../../agency/agency.ts';
import { renderLegalText } from './legal-text.server.ts';

const { agency } = toServerAgency(emptyAgencyRecord);
// `openingHours` is a fact of the agency, but not a text.
const names = 'constructor toString valueOf hasOwnProperty isPrototypeOf openingHours socialLinks icon'.split(
  ' ',
);

test.for(names)('G-54 {%s} in a legal text stays as it was written', (name) => {
  const text = `One {${name}} and {{${name}}}, two.`;
  const { html } = renderLegalText(`## Names\n\n${text}`, agency, { audited: 'May 3' });
  expect(html.replaceAll(/<[^>]+>/g, '')).toContain(text);
});

test('the placeholders of a legal text are filled in', () => {
  const { html } = renderLegalText(
    '## Names\n\n{{name}}, {{retention}}, {audited}',
    agency,
    { audited: 'May 3' },
    { retention: 'Kept.' },
  );
  expect(html).toContain('Fairlead Digital, Kept., May 3');
});
