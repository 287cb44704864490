// The tabs between the content lists, the trash, the redirects.
import { NavLink } from 'react-router';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { contentTables, contentTypes, dashboardPath } from '../../../content/content-types.ts';
import { contentTexts } from '../content-texts.ts';
import { redirectTexts, trashTexts } from './list-texts.ts';
import screenStyles from '../../screen/screen.module.css';

/** The lists of all types of content, and what editors may bring back; the sidebar names only the first. */
export function ContentTabs() {
  const mayEdit = useMayEditContent();
  const tabs = contentTables.map((table) => ({
    path: dashboardPath(table),
    label: contentTypes[table].label as string,
  }));
  if (mayEdit) {
    tabs.push(
      { path: '/dashboard/trash', label: trashTexts.tab },
      { path: '/dashboard/redirects', label: redirectTexts.tab },
    );
  }
  return (
    <nav aria-label={contentTexts.list.tabs} className={screenStyles.contentTabs}>
      <ul>
        {tabs.map(({ path, label }) => (
          <li key={path}>
            <NavLink end to={path}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
