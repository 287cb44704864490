// The box above a form that could not be sent.
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { uiTexts } from './ui-texts.ts';

const t = uiTexts.problems;

interface ProblemSummaryProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** the problem, if it is not in the fields */
  title?: string | null | undefined;
  /** The invalid fields. Each has its instruction beside it, so the box only links to them (G-48). */
  fields?: readonly { id: string; label: string }[] | undefined;
}

/**
 * Gets the focus, by `autoFocus` if it is part of a loaded page. Not shown for one invalid field, which gets the focus
 * instead.
 */
export function ProblemSummary({
  title = null,
  fields = [],
  className,
  children,
  ...rest
}: ProblemSummaryProps) {
  if (title === null && fields.length < 2 && !children) return null;
  return (
    <div {...rest} className={classNames('problem-summary', className)} role="alert" tabIndex={-1}>
      <p className="flex items-start gap-10 font-bold error">
        <Icon className="mt-4" name="warning" />
        <span>{title ?? t.title}</span>
      </p>
      {children}
      {fields.length > 1 && (
        <>
          <p>{t.check}</p>
          <ul className="cluster gap-0-20">
            {fields.map(({ id, label }) => (
              <li key={id}>
                <a className="tap-target underline" href={`#${id}`}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
