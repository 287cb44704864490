import { Link, useLocation } from 'react-router';
import { savedViewPath, useSavedViews } from '../screen/saved-views.ts';
import { frameTexts } from './frame-texts.ts';
import styles from './sidebar.module.css';

/** Under Messages: the searches that this account has saved, and those that colleagues share. */
export function SavedViewLinks({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const { data: views = [] } = useSavedViews();
  const { pathname, search } = useLocation();
  if (views.length === 0) return null;
  return (
    <ul aria-label={frameTexts.sidebar.savedViews} className={styles.views}>
      {views.map((view) => {
        const path = savedViewPath(view);
        return (
          <li key={view.id}>
            <Link
              aria-current={pathname + search === path ? 'page' : undefined}
              className={styles.view}
              onClick={onChoose}
              to={path}
            >
              {view.name}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
