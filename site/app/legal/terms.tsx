import { pageMeta } from '../seo/page-meta.ts';
import type { Route } from './+types/terms.ts';
import { LegalPage } from './legal-page.tsx';
import { renderLegalText } from './legal-text.server.ts';
import terms from './terms.md?raw';

export function loader() {
  return renderLegalText(terms);
}

export function meta() {
  return pageMeta(
    'Terms of Service',
    'The agreement for our services: proposals, payment, pay-per-results, who owns the work, liability, governing law and ending it.',
  );
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage revised="November 20, 2026" text={loaderData} title="Terms of Service" />;
}
