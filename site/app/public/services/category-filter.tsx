import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { CategoryCount } from './categories-of.ts';

const listId = 'list';

export interface CategoryFilterProps {
  categories: readonly CategoryCount[];
  /** the key of one of them; null is all */
  chosen: string | null;
  total: number;
}

/** Links that filter by address. The reader stays where they are: without scripts the address leads back to the list. */
export function CategoryFilter({ categories, chosen, total }: CategoryFilterProps) {
  return (
    <div className="band" id={listId}>
      <div className="page services-filter">
        <nav aria-label="Categories">
          <ul>
            <Choice isChosen={chosen === null} path="/services">
              {`All ${total}`}
            </Choice>
            {categories.map(({ key, name, count }) => (
              <Choice isChosen={chosen === key} key={key} path={`/services?category=${key}`}>
                {`${name} ${count}`}
              </Choice>
            ))}
          </ul>
        </nav>
        <p>Newest first</p>
      </div>
    </div>
  );
}

function Choice({ path, isChosen, children }: { path: string; isChosen: boolean; children: string }) {
  const navigate = useNavigate();

  /** In this document nothing moves: neither the page nor the focus. */
  function choose(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(path, { preventScrollReset: true });
  }

  return (
    <li>
      <Link
        aria-current={isChosen ? 'true' : undefined}
        data-late=""
        onClick={choose}
        to={`${path}#${listId}`}
      >
        {children}
      </Link>
    </li>
  );
}
