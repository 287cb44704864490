import { agency } from '../../agency.ts';
import { Ring } from '../../art/ring.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './about.module.css';
import { homeTexts } from './home-texts.ts';

const texts = homeTexts.about;

const facts = [
  { figure: agency.yearsOfExperience, title: texts.facts.years, text: '' },
  {
    figure: String(agency.consultationMinutes),
    title: texts.facts.minutes,
    text: texts.facts.minutesText,
  },
  { figure: '1', title: texts.facts.manager, text: texts.facts.managerText },
];

export function About() {
  return (
    <section aria-labelledby="about-title" className={classNames('band', styles.about)} id="about">
      <div className={classNames('page', styles.row)}>
        <div className="above-line">
          <p className="caption">{texts.caption}</p>
          <h2 id="about-title">{texts.title}</h2>
          <p className={styles.text}>{texts.text}</p>
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
                {text !== '' && <span>{text}</span>}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
