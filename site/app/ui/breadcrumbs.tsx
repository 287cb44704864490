import { PageLink } from './page-link.tsx';

export function Breadcrumbs({ list, to, current }: { list: string; to: string; current: string }) {
  return (
    <nav aria-label="Breadcrumb" className="crumbs">
      <ol>
        <li>
          <PageLink className="link" to={to}>
            {list}
          </PageLink>
        </li>
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
