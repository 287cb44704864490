import { ButtonLink } from '../../ui/button.tsx';
import { Ring } from '../../art/ring.tsx';

const benefits = [
  { title: 'Ask at the right moment', text: 'A text after the job, with one clear link.' },
  { title: 'Reply within one business day', text: 'Alerts and draft replies for good and bad reviews.' },
  { title: 'Learn what to fix', text: 'A monthly list of what customers love and what they don’t.' },
] as const;

export function ReputationPromo() {
  return (
    <section aria-labelledby="promo-title" className="band on-drying promo">
      <div className="page promo-row">
        <div>
          <p className="promo-caption">Reputation Management</p>
          <h2 id="promo-title">More honest reviews, answered on time</h2>
          <p className="promo-text">
            People read reviews before they call. We help you ask for reviews, reply quickly and act on what
            you learn.
          </p>
          <ButtonLink to="/contact">
            Learn More<span className="sr-only"> about Reputation Management</span>
          </ButtonLink>
        </div>
        <ol>
          {benefits.map(({ title, text }, i) => (
            <li key={title}>
              <Ring size="sm">
                <span aria-hidden="true">{i + 1}</span>
              </Ring>
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
