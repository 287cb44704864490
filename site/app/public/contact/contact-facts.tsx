import type { ReactNode } from 'react';
import { agency } from '../../agency.ts';
import { ContourArt } from '../../art/contour-art.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { Ring } from '../../art/ring.tsx';

const steps = [
  'A real person reads your message the same business day.',
  'An account manager replies with questions or a time to talk.',
  `You get a free ${agency.consultationMinutes}-minute consultation, then a written quote.`,
];

export function ContactFacts() {
  return (
    <aside aria-label="How to reach us" className="contact-facts">
      <ContourArt height={200} seed="contact" terrain="harbour" width={600} />
      <div className="contact-facts-words">
        <h2>What happens next</h2>
        <ol>
          {steps.map((step, i) => (
            <li key={step}>
              <Ring size="sm">
                <span aria-hidden="true">{i + 1}</span>
              </Ring>
              <p>{step}</p>
            </li>
          ))}
        </ol>
        <dl>
          <Fact icon="phone" name="Toll-free">
            <a className="link figure contact-phone" href={agency.phoneHref}>
              {agency.phone}
            </a>
          </Fact>
          <Fact icon="mail" name="Email">
            <a className="link" href={agency.emailHref}>
              {agency.email}
            </a>
          </Fact>
          <Fact icon="pin" name="Location">
            {agency.location}
          </Fact>
          <Fact icon="clock" name="Business hours">
            {agency.hours}
          </Fact>
        </dl>
      </div>
    </aside>
  );
}

function Fact({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <div className="contact-fact">
      <dt>
        <Icon name={icon} />
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
