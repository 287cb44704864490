import { ButtonLink } from '../../ui/button.tsx';
import { ErrorLayout } from './error-layout.tsx';

export function MissingRecord({
  title,
  text,
  to,
  back,
}: {
  title: string;
  text: string;
  to: string;
  back: string;
}) {
  return (
    <ErrorLayout title={title}>
      <p>{text}</p>
      <ButtonLink to={to}>{back}</ButtonLink>
    </ErrorLayout>
  );
}
