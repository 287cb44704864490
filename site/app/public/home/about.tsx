import { agency } from '../../agency.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Ring } from '../../art/ring.tsx';

const facts = [
  { figure: agency.yearsOfExperience, title: 'years in digital marketing', text: '' },
  { figure: String(agency.consultationMinutes), title: 'minutes free', text: 'for your first consultation' },
  { figure: '1', title: 'dedicated account manager', text: 'from start to finish' },
] as const;

export function About() {
  return (
    <section aria-labelledby="about-title" className="band about" id="about">
      <div className="page about-row">
        <div className="above-line">
          <p className="caption">About Us</p>
          <h2 id="about-title">
            {`For ${agency.yearsOfExperience} years, we've helped people find our clients and made sure everyone can use what they find.`}
          </h2>
          <p className="about-text">
            {`We serve businesses across ${agency.country} and worldwide. Each client gets a dedicated account manager, and a free ${agency.consultationMinutes}-minute consultation comes first, so you know what's involved before you commit.`}
          </p>
          <ButtonLink to="/contact" variant="secondary">
            Learn More<span className="sr-only"> about us</span>
          </ButtonLink>
        </div>
        <ul className="about-soundings">
          {facts.map(({ figure, title, text }) => (
            <li key={title}>
              <Ring size="lg">
                <span className="display">{figure}</span>
              </Ring>
              <p>
                <b>{title}</b>
                {text !== '' && <span>{text}</span>}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
