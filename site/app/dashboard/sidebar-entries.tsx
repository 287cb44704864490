import { Link, NavLink } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { useNewLeadCount } from './count-new-leads.ts';
import { screens, type Screen } from './screens.ts';

function Entry({
  screen,
  count,
  onChoose,
}: {
  screen: Screen;
  count: number;
  onChoose?: (() => void) | undefined;
}) {
  const { label, path, icon } = screen;
  return (
    <NavLink className="sidebar-entry" end={path === '/dashboard'} onClick={onChoose} to={path}>
      <Icon name={icon} />
      <span className="sidebar-word">{label}</span>
      {count > 0 && (
        <span className="sidebar-count">
          <span className="sr-only">, </span>
          {count.toLocaleString('en-CA')} new
        </span>
      )}
    </NavLink>
  );
}

/** The six screens. The label Management names the navigation. */
export function SidebarEntries({ isStaff, onChoose }: { isStaff: boolean; onChoose?: () => void }) {
  const { data: newLeads = 0 } = useNewLeadCount(isStaff);
  return (
    <nav aria-labelledby="management">
      <p className="sidebar-label" id="management">
        Management
      </p>
      <ul>
        {screens.map((screen) => (
          <li key={screen.path}>
            <Entry count={screen.icon === 'message' ? newLeads : 0} onChoose={onChoose} screen={screen} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The way back to what visitors see. */
export function PublicSiteLink() {
  return (
    <Link className="sidebar-entry" to="/">
      <Icon name="external" />
      <span className="sidebar-word">View public site</span>
    </Link>
  );
}
