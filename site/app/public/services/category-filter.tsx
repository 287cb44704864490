import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { classNames } from '../../ui/class-names.ts';
import styles from './category-filter.module.css';
import { servicesTexts } from './services-texts.ts';
import type { CategoryCount } from './service-categories.ts';

const listId = 'list';
const texts = servicesTexts.filter;

export interface CategoryFilterProps {
  categories: readonly CategoryCount[];
  /** key of a category; null is all */
  chosen: string | null;
  total: number;
}

/** Links that filter by URL. With scripts the scroll position stays; without, the fragment leads back to the list. */
export function CategoryFilter({ categories, chosen, total }: CategoryFilterProps) {
  return (
    <div className="band" id={listId}>
      <div className={classNames('page', styles.filter)} data-screen-only="">
        <nav aria-label={texts.label}>
          <ul className="cluster">
            <Choice isChosen={chosen === null} path="/services">
              {texts.all(total)}
            </Choice>
            {categories.map(({ key, name, count }) => (
              <Choice isChosen={chosen === key} key={key} path={`/services?category=${key}`}>
                {texts.category(name, count)}
              </Choice>
            ))}
          </ul>
        </nav>
        <output className="muted text-16 font-semibold">
          {texts.order(categories.find(({ key }) => key === chosen)?.count ?? total)}
        </output>
      </div>
    </div>
  );
}

function Choice({ path, isChosen, children }: { path: string; isChosen: boolean; children: string }) {
  const navigate = useNavigate();

  /** Neither scroll nor focus moves. */
  function choose(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(path, { preventScrollReset: true });
  }

  return (
    <li>
      <Link
        className="tap-target text-16 font-semibold"
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
