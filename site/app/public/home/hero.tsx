import { agency } from '../../agency.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ContourArt } from '../../art/contour-art.tsx';
import { Ring } from '../../art/ring.tsx';

const soundings = [
  { figure: agency.yearsOfExperience, words: 'years in business' },
  { figure: '1 day', words: 'to a reply on weekdays' },
  // Statistics Canada, Canadian Survey on Disability, 2022
  { figure: '27%', words: 'of Canadians 15+ live with a disability' },
] as const;

/** What we say first. "everyone" sits in the ring; the line leaves it for the chart. */
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
        <dl>
          {soundings.map(({ figure, words }) => (
            <div className="sounding" key={words}>
              <dt>{words}</dt>
              <dd className="figure">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Ring className="hero-chart-ring" />
    </section>
  );
}
