import { PageLink } from './page-link.tsx';

/** Where a record stands: its list, then itself. */
export function Crumbs({ list, to, here }: { list: string; to: string; here: string }) {
  return (
    <nav aria-label="Breadcrumb" className="crumbs">
      <ol>
        <li>
          <PageLink className="link" to={to}>
            {list}
          </PageLink>
        </li>
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
