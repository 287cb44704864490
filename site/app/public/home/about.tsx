import type { AgencyHomeTexts } from '../../agency/agency-fields.ts';
import { Ring } from '../../art/ring.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './about.module.css';
import { homeTexts } from './home-texts.ts';

const texts = homeTexts.about;

export function About({ home }: { home: AgencyHomeTexts }) {
  const facts = [
    { figure: home.aboutFigure1, title: home.aboutLabel1, text: home.aboutText1 },
    { figure: home.aboutFigure2, title: home.aboutLabel2, text: home.aboutText2 },
    { figure: home.aboutFigure3, title: home.aboutLabel3, text: home.aboutText3 },
  ];
  return (
    <section aria-labelledby="about-title" className={classNames('band', styles.about)} id="about">
      <div className={classNames('page', styles.row)}>
        <div className="above-line">
          <p className="caption">{texts.caption}</p>
          <h2 id="about-title">{home.aboutTitle}</h2>
          <p className={styles.text}>{home.aboutText}</p>
          <ButtonLink size="public" to="/contact" variant="secondary">
            <RichText text={texts.learnMore} />
          </ButtonLink>
        </div>
        <ul className={styles.facts}>
          {facts.map(({ figure, title, text }) => (
            <li key={title}>
              <Ring size="lg">
                <span className="display">{figure}</span>
              </Ring>
              <p>
                <b>{title}</b>
                {text !== '' && <span className="muted text-16">{text}</span>}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
