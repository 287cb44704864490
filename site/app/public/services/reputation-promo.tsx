import { ButtonLink } from '../../ui/button.tsx';
import { Ring } from '../../art/ring.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { servicesTexts } from './services-texts.ts';

const texts = servicesTexts.promo;

export function ReputationPromo() {
  return (
    <section aria-labelledby="promo-title" className="band on-drying promo">
      <div className="page promo-row">
        <div>
          <p className="promo-caption">{texts.caption}</p>
          <h2 id="promo-title">{texts.title}</h2>
          <p className="promo-text">{texts.text}</p>
          <ButtonLink to="/contact">
            <RichText text={texts.learnMore} />
          </ButtonLink>
        </div>
        <ol>
          {Object.values(texts.benefits).map(({ title, text }, i) => (
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
