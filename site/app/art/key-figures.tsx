// Component that lists figures with their labels on top of a chart.
import { classNames } from '../ui/class-names.ts';

/** A number and its label. */
export interface KeyFigure {
  figure: string;
  label: string;
}

interface KeyFiguresProps {
  facts: readonly KeyFigure[];
  className?: string | undefined;
}

/** Facts on top of a chart, each on a plate that does not cover the line. `className` positions them. */
export function KeyFigures({ facts, className }: KeyFiguresProps) {
  return (
    <dl className={classNames('chart-facts', className)}>
      {facts.map(({ figure, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figure">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
