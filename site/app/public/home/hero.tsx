import { agency } from '../../agency.ts';
import { ChartFacts } from '../../art/chart-facts.tsx';
import { ContourArt } from '../../art/contour-art.tsx';
import { Ring } from '../../art/ring.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './hero.module.css';
import { homeTexts } from './home-texts.ts';

const texts = homeTexts.hero;

const facts = [
  { figure: agency.yearsOfExperience, label: texts.facts.years },
  { figure: texts.facts.reply, label: texts.facts.replyLabel },
  { figure: texts.facts.disability, label: texts.facts.disabilityLabel },
];

/** The ring goes around the word, not the point after it, and both stay on one line. */
function renderRing(content: string) {
  const word = content.replace(/\p{P}+$/u, '');
  return (
    <span className={styles.unbroken}>
      <span className={styles.ring}>{word}</span>
      {content.slice(word.length)}
    </span>
  );
}

const titleTags = { newLine: () => <br />, ring: renderRing };

/** The ring is around "everyone"; the line starts there. */
export function Hero() {
  return (
    <section aria-labelledby="hero-title" className={classNames('split', styles.hero)}>
      <div className={classNames('split-words on-sheet', styles.words)}>
        <p>{texts.caption}</p>
        <h1 id="hero-title">
          <RichText tags={titleTags} text={texts.title} />
        </h1>
        <p>{texts.text}</p>
        <div>
          <ButtonLink size="public" icon="phone" to="/contact">
            {agency.phone}
          </ButtonLink>
          <ButtonLink size="public" to="/services" variant="secondary">
            {texts.services}
          </ButtonLink>
        </div>
      </div>
      <div className={classNames('split-art', styles.art)} data-screen-only="">
        <ContourArt height={640} seed="home-23" width={600} />
        <ChartFacts className={styles.facts} facts={facts} />
      </div>
      <Ring className={styles.artRing} />
    </section>
  );
}
