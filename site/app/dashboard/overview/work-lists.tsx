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
    { count: data.late, text: t.late(data.late), path: '?needs=late' },
    { count: data.mails, text: t.mails(data.mails, data.late_mails), path: '/triage' },
    { count: data.due, text: t.due(data.due), path: '?needs=due' },
    { count: data.mentions, text: t.mentions(data.mentions), path: '?needs=mention' },
    { count: data.mine, text: t.mine(data.mine), path: '?needs=reply&assignee=me' },
    { count: data.unassigned, text: t.unassigned(data.unassigned), path: '?needs=reply&assignee=none' },
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
        {lists.map(({ path, text }) => (
          <li key={path}>
            <Link className="text-link" to={`/dashboard/messages${path}`}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
