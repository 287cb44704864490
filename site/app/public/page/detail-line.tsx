import { Line } from '../../art/line.tsx';

/** The line of a detail page, from the left edge to the ring around its last button. */
export function DetailLine({ pastPicture = false }: { pastPicture?: boolean }) {
  return (
    <>
      {pastPicture ? (
        <Line d="M0 40C20 78 44 84 62 60S100 40 100 100" name="pass" only="wide" />
      ) : (
        <>
          <Line d="M0 78C22 112 58 62 100 0" name="enter" only="wide" />
          <Line d="M0 34C40 52 62 12 100 0" name="enter" only="narrow" />
          <Line d="M0 0C62-12 100 20 100 100" name="leave" />
        </>
      )}
      <Line d="M50 0V100" name="rail" />
      <ClosingLine />
    </>
  );
}

/** From the right margin into the ring of the closing band. */
export function ClosingLine({ only }: { only?: 'narrow' }) {
  return (
    <>
      <Line d="M100 0V70C100 96 70 100 0 100" name="close" night {...(only && { only })} />
      <Line d="M100 0V72C100 92 50 84 50 100" name="close-narrow" night />
    </>
  );
}
