// The layout of a form page: the form beside the next steps, phone, email, address of the agency.
import type { ReactNode } from 'react';
import { isTollFree } from '../../agency/toll-free.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { ContourArt } from '../../art/contour-art.tsx';
import { linksToOpenPages } from '../../seo/site-pages.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { MagentaRing } from '../../art/magenta-ring.tsx';
import styles from './contact.module.css';
import { contactTexts } from '../lead-form/lead-form-texts.ts';

const texts = contactTexts.facts;

interface ContactAsideProps {
  /** what happens next */
  steps: readonly string[];
  /** whether it links to other pages */
  invites?: boolean;
  /** placed below a form that needs the full width, not beside it */
  isWide?: boolean;
}

/** The next steps after a message, and the agency's contact details. */
export function ContactAside({ steps, invites = false, isWide = false }: ContactAsideProps) {
  const agency = useAgency();
  return (
    <aside aria-label={texts.label} className={styles.facts} data-wide={isWide || undefined}>
      {!isWide && (
        <ContourArt className="w-full band" height={200} seed="contact" terrain="harbour" width={600} />
      )}
      <div>
        <h2 className="heading-28">{texts.title}</h2>
        <ol>
          {steps.map((step, i) => (
            <li className="flex items-center gap-16" key={step}>
              <MagentaRing size="sm">
                <span aria-hidden="true">{i + 1}</span>
              </MagentaRing>
              <p className="leading-15">{step}</p>
            </li>
          ))}
        </ol>
        {invites &&
          linksToOpenPages(agency).map(({ to, label }) => (
            <ButtonLink
              className={styles.invitation ?? ''}
              key={to}
              size="public"
              to={to}
              variant="secondary"
            >
              {label}
            </ButtonLink>
          ))}
        <dl data-contact="">
          <Fact icon="phone" name={isTollFree(agency.phoneHref) ? texts.tollFree : texts.phone}>
            <a className="link figure text-20 font-bold" href={agency.phoneHref}>
              {agency.phone}
            </a>
          </Fact>
          <Fact icon="mail" name={texts.email}>
            <a className="link" href={agency.emailHref}>
              {agency.email}
            </a>
          </Fact>
          <Fact icon="pin" name={texts.location}>
            {agency.location}
          </Fact>
          {agency.addressLines.length > 0 && (
            <Fact icon="building" name={texts.address}>
              {agency.addressLines.join(', ')}
            </Fact>
          )}
          <Fact icon="clock" name={texts.hours}>
            {agency.hours}
          </Fact>
        </dl>
      </div>
    </aside>
  );
}

export function ContactFormLayout({ children, ...facts }: ContactAsideProps & { children: ReactNode }) {
  return (
    <div className={styles.contact}>
      <div className={styles.form}>{children}</div>
      <ContactAside {...facts} />
    </div>
  );
}

function Fact({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Icon name={icon} />
        <span>{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
