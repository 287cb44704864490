import { useAgency } from '../../agency/use-agency.ts';
import { Ring } from '../../art/ring.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './about.module.css';
import { homeTexts } from './home-texts.ts';

const texts = homeTexts.about;

export function About() {
  const agency = useAgency();
  const facts = [
    { figure: agency.aboutFigure1, title: agency.aboutLabel1, text: agency.aboutText1 },
    { figure: agency.aboutFigure2, title: agency.aboutLabel2, text: agency.aboutText2 },
    { figure: agency.aboutFigure3, title: agency.aboutLabel3, text: agency.aboutText3 },
  ];
  return (
    <section aria-labelledby="about-title" className={classNames('band', styles.about)} id="about">
      <div className={classNames('page', styles.row)}>
        <div className="above-line">
          <p className="caption">{texts.caption}</p>
          <h2 id="about-title">{agency.aboutTitle}</h2>
          <p className={styles.text}>{agency.aboutText}</p>
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
