import { Link } from 'react-router';

/** Where a record stands: its list, then itself. */
export function Crumbs({ list, to, here }: { list: string; to: string; here: string }) {
  return (
    <nav aria-label="Breadcrumb" className="crumbs">
      <ol>
        <li>
          <Link className="link" to={to}>
            {list}
          </Link>
        </li>
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
