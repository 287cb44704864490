// The route around screens of a sidebar entry: their tabs, the button that creates content, who may open them.
import { useId } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { mayEditContent, useRoles } from '../../auth/session/roles.ts';
import { contentTables, contentTypeOf, dashboardListPath } from '../../content/content-types.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import screenStyles from '../screen/screen.module.css';
import { describeWorkCount } from '../screen/use-open-work-counts.ts';
import { EmptyState } from '../screen/empty-state.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { findScreen, type SidebarEntry } from '../screens.ts';
import { frameTexts } from '../screen/screen-texts.ts';
import { mayOpenScreen, useDueItemCounts, useScreenAccessCheck } from './screen-access.ts';
import styles from './tabbed-screens.module.css';

const t = frameTexts.tabs;

export default function TabbedScreens() {
  const { pathname } = useLocation();
  const { data: roles = [] } = useRoles();
  const { entry, screen } = findScreen(pathname) ?? {};
  const denied = mayOpenScreen(roles, screen?.needs) ? undefined : screen?.denied;
  return (
    <>
      {entry && <ScreenTabs entry={entry} />}
      {screen && denied !== undefined ? (
        <>
          <ScreenHeading title={screen.title ?? screen.label} />
          <EmptyState text={denied} />
        </>
      ) : (
        <Outlet />
      )}
    </>
  );
}

/** The tabs that the account may open, with the number of due items on each. */
function ScreenTabs({ entry: { label, path, tabs = [] } }: { entry: SidebarEntry }) {
  const { data: roles = [] } = useRoles();
  const due = useDueItemCounts(roles);
  const mine = tabs.filter(useScreenAccessCheck(roles));
  if (mine.length < 2) return null;
  return (
    <div className={styles.row} data-screen-only="">
      <nav aria-label={label} className={screenStyles.tabLinks}>
        <ul>
          {mine.map((tab) => {
            const text = describeWorkCount(tab.due ? due[tab.due] : 0, (count, isMore) =>
              t.due(tab.label, count, isMore),
            );
            return (
              <li key={tab.path}>
                <NavLink end={mine.some(({ path: other }) => other.startsWith(`${tab.path}/`))} to={tab.path}>
                  {text === undefined ? tab.label : <RichText text={text} />}
                </NavLink>
              </li>
            );
          })}
        </ul>
      </nav>
      {path === dashboardListPath('services') && mayEditContent(roles) && <NewContent />}
    </div>
  );
}

/** One button that lists all content types; the list closes when the screen changes. */
function NewContent() {
  const id = useId();
  return (
    <>
      <Button icon="plus" popoverTarget={id} variant="secondary">
        {t.new}
      </Button>
      <ul className={classNames(styles.types, 'surface')} id={id} popover="auto">
        {contentTables.map((table) => (
          <li key={table}>
            <Link className={styles.type} to={`${dashboardListPath(table)}/new`}>
              {t.newRecord(contentTypeOf(table).one)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
