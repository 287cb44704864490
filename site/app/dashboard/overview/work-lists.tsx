import { Link } from 'react-router';
import screenStyles from '../screen/screen.module.css';
import { useWorkCounts } from '../screen/use-work-counts.ts';
import { overviewTexts } from './overview-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './overview.module.css';

const t = overviewTexts.work;

/** The lists of work that are not empty, each with its number and a link to it in the inbox. */
export function WorkLists() {
  const { data } = useWorkCounts();
  if (!data) return null;
  const lists = [
    { count: data.late, text: t.late(data.late), search: 'needs=late' },
    { count: data.due, text: t.due(data.due), search: 'needs=due' },
    { count: data.mentions, text: t.mentions(data.mentions), search: 'needs=mention' },
    { count: data.mine, text: t.mine(data.mine), search: 'needs=reply&assignee=me' },
    { count: data.unassigned, text: t.unassigned(data.unassigned), search: 'needs=reply&assignee=none' },
  ].filter(({ count }) => count > 0);
  if (lists.length === 0) return null;
  return (
    <nav
      aria-labelledby="work-lists"
      className={classNames(styles.work, screenStyles.panel)}
      data-screen-only=""
    >
      <h2 className={screenStyles.panelTitle} id="work-lists">
        {t.label}
      </h2>
      <ul className={styles.workList}>
        {lists.map(({ search, text }) => (
          <li key={search}>
            <Link className="text-link" to={`/dashboard/messages?${search}`}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
