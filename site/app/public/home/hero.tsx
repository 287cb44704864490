import { agency } from '../../agency.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ContourArt } from '../../art/contour-art.tsx';
import { ChartFacts } from '../../art/chart-facts.tsx';
import { Ring } from '../../art/ring.tsx';

const facts = [
  { figure: agency.yearsOfExperience, label: 'years in business' },
  { figure: '1 day', label: 'to a reply on weekdays' },
  // Statistics Canada, Canadian Survey on Disability, 2022
  { figure: '27%', label: 'of Canadians 15+ live with a disability' },
] as const;

/** The ring is around "everyone"; the line starts there. */
export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="hero">
      <div className="hero-words">
        <p className="hero-caption">Digital marketing and accessibility, across Canada</p>
        <h1 id="hero-title">
          Get found. <br />
          {'Work for '}
          <span className="hero-everyone">
            <span className="hero-ring">everyone</span>.
          </span>
        </h1>
        <p className="hero-lead">
          Search, websites, email and reviews that bring in calls, and that every visitor can use.
        </p>
        <div className="hero-buttons">
          <ButtonLink icon="phone" to="/contact">
            {agency.phone}
          </ButtonLink>
          <ButtonLink to="/services" variant="secondary">
            Our Services
          </ButtonLink>
        </div>
      </div>
      <div className="hero-chart">
        <ContourArt height={640} seed="home-23" width={600} />
        <ChartFacts facts={facts} />
      </div>
      <Ring className="hero-chart-ring" />
    </section>
  );
}
