import { pageMeta } from '../seo/page-meta.ts';
import type { Route } from './+types/privacy.ts';
import { LegalPage } from './legal-page.tsx';
import { renderLegalText } from './legal-text.server.ts';
import privacy from './privacy.md?raw';

export function loader() {
  return renderLegalText(privacy);
}

export function meta() {
  return pageMeta(
    'Privacy Policy',
    'What we know about you, why, how we protect it, and how to see, correct or delete it. No tracking, no advertising cookies.',
  );
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage revised="November 20, 2026" text={loaderData} title="Privacy Policy" />;
}
