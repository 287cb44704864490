import { expect, test } from 'vitest';
import { collectFirstSegments } from './path-segments.ts';

test('the first segments of a router are those of its outermost paths', () => {
  const segments = collectFirstSegments({
    root: { path: '' },
    layout: { parentId: 'root' },
    home: { parentId: 'layout' },
    detail: { parentId: 'layout', path: 'services/:slug' },
    missing: { parentId: 'layout', path: '*' },
    dashboard: { parentId: 'root', path: 'dashboard' },
    screen: { parentId: 'boundary', path: 'messages/triage' },
    boundary: { parentId: 'dashboard' },
  });
  expect([...segments]).toEqual(['', 'services', 'dashboard']);
});
