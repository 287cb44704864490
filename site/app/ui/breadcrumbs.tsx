import { PageLink } from './page-link.tsx';
import { uiTexts } from './ui-texts.ts';

export function Breadcrumbs({ list, to, current }: { list: string; to: string; current: string }) {
  return (
    <nav aria-label={uiTexts.breadcrumb} className="crumbs">
      <ol>
        <li>
          <PageLink className="link link-line" to={to}>
            {list}
          </PageLink>
        </li>
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
