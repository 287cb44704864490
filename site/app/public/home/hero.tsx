import type { AgencyHomeTexts } from '../../agency/agency-fields.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { ChartFacts } from '../../art/chart-facts.tsx';
import { ContourArt } from '../../art/contour-art.tsx';
import { Ring } from '../../art/ring.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './hero.module.css';
import { homeTexts } from './home-texts.ts';

const texts = homeTexts.hero;

/** The ring goes around the word, not the point after it, and both stay on one line. */
function renderRing(content: string) {
  const word = content.replace(/\p{P}+$/u, '');
  return (
    <span className="nowrap">
      <span className={styles.ring}>{word}</span>
      <span>{content.slice(word.length)}</span>
    </span>
  );
}

const titleTags = { newLine: () => <br />, ring: renderRing };

/** The ring is around "everyone"; the line starts there. */
export function Hero({ home }: { home: AgencyHomeTexts }) {
  const { phone } = useAgency();
  const facts = [
    { figure: home.heroFigure1, label: home.heroLabel1 },
    { figure: home.heroFigure2, label: home.heroLabel2 },
    { figure: home.heroFigure3, label: home.heroLabel3 },
  ];
  return (
    <section aria-labelledby="hero-title" className={classNames('split', styles.hero)}>
      <div className={classNames('split-words on-sheet', styles.words)}>
        <p className="text-16 font-semibold">{home.heroCaption}</p>
        <h1 id="hero-title">
          <RichText tags={titleTags} text={heroTitle(home.heroTitle)} />
        </h1>
        <p>{home.heroText}</p>
        <div className="flex flex-wrap gap-24">
          <ButtonLink size="public" icon="phone" to="/contact">
            {phone}
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

/**
 * The title as RichText: a line each, and the ring around what stands between stars, else around the last word, because
 * the line of the page begins there.
 */
function heroTitle(title: string): string {
  const plain = title.trim().replaceAll(/[<>]/g, '');
  const marked = /\*[^*]+\*/.test(plain) ? plain : plain.replace(/\S+$/, '*$&*');
  return marked
    .replaceAll(/\s*\n\s*/g, ' <newLine></newLine>')
    .replace(/\*([^*]+)\*/, '<ring>$1</ring>')
    .replaceAll('*', '');
}
