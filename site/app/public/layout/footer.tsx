import { Link } from 'react-router';
import { agency } from '../../agency.ts';
import { Logo } from '../../ui/logo.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { FrameLink } from './frame-link.tsx';

const companyLinks = [
  { label: 'About Us', to: '/#about' },
  { label: 'Apps', to: '/apps' },
  { label: 'Resources', to: '/resources' },
  { label: 'Contact', to: '/contact' },
  { label: 'Privacy Policy', to: '/privacy' },
  { label: 'Terms of Use', to: '/terms' },
  { label: 'Accessibility', to: '/accessibility' },
] as const;

/** Repeats the menu for browsers that cannot open the drawer. */
export function Footer() {
  return (
    <footer className="footer night">
      <div aria-hidden="true" className="footer-scale" />
      <div className="page footer-columns">
        <div className="footer-about">
          <PageLink className="footer-logo" to="/">
            <Logo onNight />
          </PageLink>
          <p>{agency.statement}</p>
          <p className="footer-tagline">{`${agency.tagline}.`}</p>
        </div>
        <nav aria-label="Services">
          <p className="footer-title">Services</p>
          <ul>
            {agency.footerServices.map((name) => (
              <li key={name}>
                <PageLink to="/services">{name}</PageLink>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="Company">
          <p className="footer-title">Company</p>
          <ul>
            {companyLinks.map(({ label, to }) => (
              <li key={to}>
                <FrameLink to={to}>{label}</FrameLink>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <p className="footer-title">Contact us</p>
          <ul>
            <li>
              <a href={agency.phoneHref}>{agency.phone}</a>
            </li>
            <li>
              <a href={agency.emailHref}>{agency.email}</a>
            </li>
            <li className="footer-place">{agency.location}</li>
          </ul>
        </div>
      </div>
      <div className="page">
        <div className="footer-end">
          <p>
            {'© '}
            <Year />
            {` ${agency.name}`}
          </p>
          <div className="footer-controls">
            <ThemeSwitch onNight />
            <Link className="footer-login" to="/auth">
              Admin Login
            </Link>
          </div>
        </div>
      </div>
    </footer>
  );
}

/** The inline script corrects it to the visitor's clock; hydration ignores the difference. */
function Year() {
  return (
    <span data-clock="year" suppressHydrationWarning>
      {year.format()}
    </span>
  );
}

const year = new Intl.DateTimeFormat('en-CA', { timeZone: agency.timeZone, year: 'numeric' });
