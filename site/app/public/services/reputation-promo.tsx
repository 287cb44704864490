import { ButtonLink } from '../../ui/button.tsx';
import { Ring } from '../../art/ring.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './reputation-promo.module.css';
import { servicesTexts } from './services-texts.ts';

const texts = servicesTexts.promo;

export function ReputationPromo() {
  return (
    <section aria-labelledby="promo-title" className="band on-drying">
      <div className={classNames('page', styles.row)}>
        <div>
          <p className={styles.caption}>{texts.caption}</p>
          <h2 id="promo-title">{texts.title}</h2>
          <p className={styles.text}>{texts.text}</p>
          <ButtonLink size="public" to="/contact">
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
                <p className="text-17 leading-15">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
