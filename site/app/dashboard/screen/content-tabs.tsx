import { NavLink } from 'react-router';

const lists = [
  { label: 'Services', path: '/dashboard/services' },
  { label: 'Apps', path: '/dashboard/apps' },
  { label: 'Resources', path: '/dashboard/resources' },
];

/** The three lists of what has pages on the public site; the sidebar's six entries name the first. */
export function ContentTabs() {
  return (
    <nav aria-label="Site content" className="content-tabs">
      <ul>
        {lists.map(({ label, path }) => (
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
