import { NavLink } from 'react-router';
import { contentTables, contentTypes, dashboardPath } from '../../../content/content-types.ts';
import { contentTexts } from '../content-texts.ts';
import screenStyles from '../../screen/screen.module.css';

/** The lists of all types of content; the sidebar names only the first. */
export function ContentTabs() {
  return (
    <nav aria-label={contentTexts.list.tabs} className={screenStyles.contentTabs}>
      <ul>
        {contentTables.map((table) => (
          <li key={table}>
            <NavLink end to={dashboardPath(table)}>
              {contentTypes[table].label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
