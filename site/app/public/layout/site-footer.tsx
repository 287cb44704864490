// The footer of the public site: logo, service links, company links, contact details, copyright year.
import { Link } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import { isPageOpen, contentTypes } from '../../content/content-types.ts';
import { sitePageTexts } from '../../seo/site-page-texts.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatCurrentYear } from '../../ui/format-values.ts';
import { Logo } from '../../ui/logo.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import styles from './footer.module.css';
import { ScrollingPageLink } from './scrolling-page-link.tsx';
import { layoutTexts } from '../page/page-texts.ts';

const texts = layoutTexts.footer;

const companyLinks = [
  { label: texts.about, to: '/#about' },
  // services have a separate column
  ...Object.values(contentTypes)
    .filter(({ path }) => path !== '/services')
    .map(({ label, path }) => ({ label, to: path })),
  ...Object.entries(sitePageTexts).map(([name, { link }]) => ({ label: link, to: `/${name}` })),
];

/** Repeats the menu for browsers that cannot open the drawer. */
export function SiteFooter() {
  const agency = useAgency();
  return (
    <footer className="night">
      <div aria-hidden="true" className={styles.scale} data-screen-only="" />
      <div className={classNames('page', styles.columns)}>
        <div className={styles.about} data-screen-only="">
          <PageLink className={styles.logo} to="/">
            <Logo />
          </PageLink>
          <p>{agency.statement}</p>
          <p className="muted mt-12">{`${agency.tagline}.`}</p>
        </div>
        {agency.footerServices.length > 0 && (
          <nav aria-label={texts.services} data-screen-only="">
            <p className={styles.title}>{texts.services}</p>
            <ul>
              {agency.footerServices.map((name) => (
                <li key={name}>
                  <PageLink to="/services">{name}</PageLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <nav aria-label={texts.company} className={styles.company} data-screen-only="">
          <p className={styles.title}>{texts.company}</p>
          <ul>
            {companyLinks
              .filter(({ to }) => isPageOpen(to.slice(1), agency.openPages))
              .map(({ label, to }) => (
                <li key={to}>
                  <ScrollingPageLink to={to}>{label}</ScrollingPageLink>
                </li>
              ))}
          </ul>
        </nav>
        <div>
          <p className={styles.title} data-screen-only="">
            {texts.contactUs}
          </p>
          <ul>
            <li>
              <a href={agency.phoneHref}>{agency.phone}</a>
            </li>
            <li>
              <a href={agency.emailHref}>{agency.email}</a>
            </li>
            <li className="muted mt-6">{agency.location}</li>
            {agency.addressLines.length > 0 && (
              <li className="muted mt-6">{agency.addressLines.join(', ')}</li>
            )}
            {agency.socialLinks.map((link) => (
              <li key={link}>
                <a data-shows-address="" href={link} rel="me">
                  {link.replace(/^https:\/\/(?:www\.)?|\/$/g, '')}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="page">
        <div className={styles.end} data-screen-only="">
          <p>
            <RichText
              tags={yearTags}
              text={texts.copyright(formatCurrentYear(agency.timeZone), agency.name)}
            />
          </p>
          <div className={styles.controls}>
            <ThemeSwitch />
            <Link className={styles.signIn} to="/auth">
              {texts.signIn}
            </Link>
          </div>
        </div>
      </div>
    </footer>
  );
}

/** The inline script corrects it by the visitor's clock; hydration ignores the difference. */
function renderYear(content: string) {
  return (
    <span data-clock="year" suppressHydrationWarning>
      {content}
    </span>
  );
}

const yearTags = { year: renderYear };
