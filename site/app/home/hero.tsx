import { agency } from '../agency.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ContourArt } from '../ui/chart/contour-art.tsx';
import { Ring } from '../ui/ring.tsx';

const soundings = [
  { figure: agency.yearsOfExperience, words: 'years of soundings' },
  { figure: '7:1', words: 'text contrast' },
  { figure: '24 px', words: 'smallest target' },
] as const;

/** What we say first. "everyone" sits in the ring; the line leaves it for the chart. */
export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="hero">
      <div className="hero-words">
        <p className="hero-caption">Digital marketing + accessibility · Canada-wide</p>
        <h1 id="hero-title">
          Get found. <br />
          Work for{' '}
          <span className="hero-everyone">
            <span className="hero-ring">everyone</span>.
          </span>
        </h1>
        <p className="hero-lead">
          Search, websites, e-mail and reviews, built as modular apps and tested with a keyboard before anyone
          sees them.
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
