import { Line } from '../../art/line.tsx';

/**
 * The segments of the home page's line: from "everyone" through the art's ring and the three facts, along the app
 * logos, to the last button's ring.
 */
export function HomeLine({ apps }: { apps: number }) {
  return (
    <>
      <Line d="M0 72C18 112 52 100 100 0" name="hero" only="wide" />
      <Line d="M0 0C60 1 100 4 100 20V100" name="hero-narrow" only="narrow" />
      <Line d="M100 0C100 60 0 36 0 100" name="hero-ring-narrow" only="narrow" />
      <Line d="M0 0C26-4 58-2 66 34C72 62 78 84 52 100" name="hero-about" only="wide" />
      <Line d="M0 0C0 46 100 40 100 100" name="hero-leave-narrow" only="narrow" />
      <Line d="M100 0V86C100 94 70 98 0 100" name="about-enter-narrow" only="narrow" />
      <Line d="M100 0C86 52 18 34 0 100" name="sounding-1" />
      <Line d="M100 0C86 52 18 34 0 100" name="sounding-2" />
      <Line d="M100 0C96 22 0 24 0 52C0 76 20 90 48 100" name="about-leave" only="wide" />
      <Line d="M0 0C20 60 100 30 100 100" name="about-leave-narrow" only="narrow" />
      <Line d="M50 0V100" name="services-narrow" only="narrow" />
      {apps > 0 && (
        <>
          <Line d="M100 0C92 50 52 88 0 100" name="apps-enter" only="wide" />
          {apps > 2 && <Line d="M100 100C76 10 32 10 0 100" name="apps-3-2" only="wide" />}
          {apps > 1 && <Line d="M100 100C76 10 32 10 0 100" name="apps-2-1" only="wide" />}
          <Line d="M100 0C40 12 0 8 0 40V100" name="apps-leave" only="wide" />
          <Line d="M0 0V58C0 92 8 100 26 100S100 104 100 58" name="home-close" night only="wide" />
          <Line d="M50 0V100" name="apps-narrow" only="narrow" />
        </>
      )}
      <Line d="M100 0V70C100 96 70 100 0 100" name="close" night />
      <Line d="M100 0V72C100 92 50 84 50 100" name="close-narrow" night />
    </>
  );
}
