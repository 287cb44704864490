// Checks that a text that React changes has its own element, because translators such as Chrome's replace text nodes by
// elements.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { findBareTexts } from './find-bare-texts.ts';

/** Time for parsing every component on a busy machine. */
const timeout = 180_000;

test('a text that changes, comes, goes or follows what does is alone in its element', { timeout }, () => {
  const files = globSync('site/app/**/*.tsx', { cwd: projectRoot }).filter(
    (file) => !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(150);
  const sources = new Map(
    files.map((file) => [file, readFileSync(join(projectRoot, file), 'utf8')] as const),
  );
  const found = findBareTexts(sources).map(({ file, line, code }) => `${file}:${line} ${code}`);
  // give each a <span>, or put the whole sentence into one expression
  expect(found).toEqual([]);
});

test('bare texts are found through components, their props and functions, and nothing else is taken for one', () => {
  const sources = {
    'parts.tsx': `
      import { sampleTexts as t } from './sample-texts.ts';
      export function Press({ icon, children, foot }) {
        return <button>{icon && <Icon />}{children}<b />{foot}</button>;
      }
      export function Maybe(props) {
        const { words } = props;
        return words && <>{words}</>;
      }`,
    'part.tsx': `
      export function Part({ children }) {
        return <p>{children}<b /></p>;
      }`,
    'busy.tsx': `
      export function Busy({ isBusy, children }) {
        const words = isBusy ? 'Busy' : children;
        return <p>{words}</p>;
      }`,
    'screen.tsx': `
      import { sampleTexts as t } from './sample-texts.ts';
      export function Screen({ count, isOpen }) {
        const row = (one) => \`\${one}\`;
        return (
          <>
            <Press foot={<i />}>{t.save}</Press>
            <Maybe words={count} />
            <p>{isOpen && <b />} tail</p>
            <p>{isOpen && <b />}<i /> tail</p>
            <p>{isOpen ? t.open : t.shut} <b /></p>
            <p>{t.open} <b /> {isOpen && <i />}</p>
            <p>{isOpen ? t.open : <b />}</p>
            <p><b />{rows.map((one) => row(one))}</p>
            <p><b />{rows.map((one) => <i key={one}>{one}</i>)}</p>
            <div><Maybe words={count} /><b /></div>
            <Part><b>{count}</b></Part>
            <p><Maybe words={count} /></p>
            <p>{rows.map((one) => row(one))}</p>
            <Suspense fallback={count}><b /></Suspense>
            <Busy isBusy={isOpen}>{t.save}<i /></Busy>
            <p>{isOpen ? t.shut : <>{t.open}<b /></>}</p>
          </>
        );
      }`,
  };
  const found = findBareTexts(new Map(Object.entries(sources))).map(({ file, line }) => `${file}:${line}`);
  expect(found).toEqual([
    'parts.tsx:4',
    'busy.tsx:4',
    'screen.tsx:9',
    'screen.tsx:11',
    'screen.tsx:14',
    'screen.tsx:16',
    'screen.tsx:18',
    'screen.tsx:19',
    'screen.tsx:22',
  ]);
});
