import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';

/** JSON Feed 1.1 out of CHANGELOG.md, for feed readers: an item for each version. */
export function readReleases(changelog: string = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8')) {
  const sections = [
    ...changelog.matchAll(
      /^## \[?(\d+\.\d+\.\d+)\]?(?: - (\d{4}-\d\d-\d\d))?\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm,
    ),
  ];
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Fairlead releases',
    items: sections.map(([, version = '', date, text = '']) => ({
      id: `fairlead-${version}`,
      title: version,
      content_text: text.trim(),
      ...(date && { date_published: `${date}T00:00:00Z` }),
      tags: /^### Security$/m.test(text) ? ['security'] : [],
    })),
  };
}
